// Which game has what of its own on the page: a folder here, called as the game is, with an index.ts.
import type { TableStore } from '../lib/table.svelte';
import type { Board, Found, Own } from './own';

export type { Board, BoardProps } from './own';

const there = import.meta.glob<Own>('./*/index.ts', { eager: true, import: 'default' });

/** What the page has of a game of its own; nothing of a plug-in's. */
export const ownOf = (game: string): Own | undefined => there[`./${game}/index.ts`];

/** The games that have odds, by name. */
export const WITH_ODDS = Object.keys(there)
  .map((path) => path.split('/')[1]!)
  .filter((game) => ownOf(game)!.odds);

/** The game that has a page for the wall, if one has. */
export const PROJECTED = Object.keys(there)
  .map((path) => path.split('/')[1]!)
  .find((game) => ownOf(game)!.projector);

export const OWN_TCP = Object.values(there).find((game) => game.tcp)?.tcp;

/** The board for a table, which from then on is told in the board's words. */
export async function boardFor(table: TableStore, game: string): Promise<Board> {
  const found: Found = await (ownOf(game)?.board() ?? import('./generic/Generic.svelte'));
  if (found.spell) table.spell = found.spell;
  return found.default;
}
