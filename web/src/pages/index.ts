// Which component shows which page. Each is loaded when it is first wanted, with `route` as its property.
import type { Component } from 'svelte';
import { ALONE } from '../lib/prefix';
import type { Route } from '../lib/router.svelte';

type Name = Route['page'];
export type PageProps<P extends Name> = { route: Extract<Route, { page: P }> };
type Load = () => Promise<{ default: Component<any> }>;

const there: Record<string, Load> = import.meta.glob<{ default: Component<any> }>('./*.svelte');

const TABLE = ALONE ? './OneScreen.svelte' : './TablePage.svelte';
const FILES: Record<Name, string> = {
  home: './Home.svelte',
  new: './NewTable.svelte',
  table: TABLE,
  join: TABLE,
  record: './RecordPage.svelte',
  scoreboards: './Scoreboards.svelte',
  standings: './StandingsPage.svelte',
  ladder: './LadderPage.svelte',
  rules: './RulesPage.svelte',
  odds: './OddsPage.svelte',
  projector: './ProjectorPage.svelte',
  copy: './CopyPage.svelte',
  nowhere: './Nowhere.svelte',
};

/** What only a server has. */
const SERVED: ReadonlySet<Name> = new Set<Name>(ALONE ? ['scoreboards', 'ladder', 'projector'] : []);

export async function pageOf(name: Name): Promise<Component<any>> {
  const load = there[FILES[SERVED.has(name) ? 'nowhere' : name]] ?? (() => import('./Nowhere.svelte'));
  return (await load()).default;
}
