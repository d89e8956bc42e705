// Which page an address names, and going there without a reload. A path is one of ours: the prefix is not in it.
import { ALONE, at, placeOf } from './prefix';

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string }
  | { page: 'join'; table: string }
  | { page: 'record'; table: string }
  | { page: 'scoreboards'; environment: string }
  | { page: 'standings'; game: string }
  | { page: 'ladder'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'odds'; game: string }
  | { page: 'projector'; game: string }
  | { page: 'copy' }
  | { page: 'nowhere' };

/** The route of a path. Blanks are decoded; what can't be is nowhere. */
export function routeOf(path: string): Route {
  let parts: string[];
  try {
    parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return { page: 'nowhere' };
  }
  const [first, second = '', ...more] = parts;
  if (first === undefined) return { page: 'home' };
  if (more.length > 0) return { page: 'nowhere' };
  switch (first) {
    case 'scoreboards':
      return { page: 'scoreboards', environment: second || 'training' };
    case 'copy':
      return ALONE && !second ? { page: first } : { page: 'nowhere' };
    case 'ladder':
      return { page: 'ladder', game: second };
    case 'table':
    case 'join':
    case 'record':
      return second ? { page: first, table: second } : { page: 'nowhere' };
    case 'new':
    case 'standings':
    case 'rules':
    case 'odds':
    case 'projector':
      return second ? { page: first, game: second } : { page: 'nowhere' };
  }
  return { page: 'nowhere' };
}

/** The current place. The path names the page; query and hash say what to show of it. */
export interface Place {
  readonly path: string;
  readonly query: string;
  readonly hash: string;
  readonly route: Route;
  /** The scroll position when it was left; null if the browser restores it better. */
  readonly top: number | null;
}

class Router {
  place = $state.raw<Place>({ path: '/', query: '', hash: '', route: { page: 'home' }, top: null });
  #key = '';
  #tops = new Map<string, number>();

  get path(): string {
    return this.place.path;
  }
  get query(): string {
    return this.place.query;
  }

  /** Begins to follow the address bar and clicks on links. */
  start(): void {
    this.#look(null);
    // A page comes after its address: only we know when one can be scrolled. Reloading is the browser's affair.
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', () => (history.scrollRestoration = 'auto'));
    addEventListener('pageshow', () => (history.scrollRestoration = 'manual'));
    addEventListener('popstate', () => this.#look(keyOf() ? (this.#tops.get(keyOf()) ?? 0) : null));
    document.addEventListener('click', (click) => this.#clicked(click));
  }

  go(path: string, { replace = false } = {}): void {
    if (path === here().path + here().query + location.hash) return scrollTo(0, 0);
    if (replace) history.replaceState(history.state, '', at(path));
    else history.pushState({ key: newKey() }, '', at(path));
    this.#look(replace ? null : 0);
  }

  #look(top: number | null): void {
    this.#tops.set(this.#key, scrollY);
    if (!keyOf()) history.replaceState({ key: newKey() }, ''); // the first page, or a link within one
    this.#key = keyOf();
    const { hash } = location;
    const { path, query } = here();
    const route = path === this.place.path ? this.place.route : routeOf(path);
    this.place = { path, query, hash, route, top };
  }

  #clicked(click: MouseEvent): void {
    if (click.defaultPrevented || click.button !== 0) return;
    if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
    const link = (click.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const place = placeOf(link);
    if (link.hash && place?.path === here().path && link.pathname === location.pathname) return;
    if (place === null || routeOf(place.path).page === 'nowhere') return; // REST and files are the server's
    click.preventDefault();
    this.go(place.path + place.query + link.hash);
  }
}

/** The internal path in the address bar. A request that bypasses the proxy may lack the prefix. */
const here = (): { path: string; query: string } =>
  placeOf(location) ?? { path: location.pathname, query: location.search };
const newKey = (): string => Math.random().toString(36).slice(2, 10);
/** The key of this history entry; empty if it is not ours. */
const keyOf = (): string => (history.state as { key?: string } | null)?.key ?? '';

export const router = new Router();
