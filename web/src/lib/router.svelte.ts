// Which page an address names, and going there without a reload.

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string }
  | { page: 'join'; table: string }
  | { page: 'record'; table: string }
  | { page: 'scoreboards'; environment: string }
  | { page: 'standings'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'odds'; game: string }
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
    case 'table':
    case 'join':
    case 'record':
      return second ? { page: first, table: second } : { page: 'nowhere' };
    case 'new':
    case 'standings':
    case 'rules':
    case 'odds':
      return second ? { page: first, game: second } : { page: 'nowhere' };
  }
  return { page: 'nowhere' };
}

class Router {
  path = $state('/');
  query = $state('');
  route = $derived<Route>(routeOf(this.path));

  /** Begins to follow the address bar and clicks on links. */
  start(): void {
    this.#look();
    addEventListener('popstate', () => this.#look());
    document.addEventListener('click', (click) => this.#clicked(click));
  }

  go(path: string, { replace = false } = {}): void {
    if (path === location.pathname + location.search) return;
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.#look();
    if (!replace) scrollTo(0, 0);
  }

  #look(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  #clicked(click: MouseEvent): void {
    if (click.defaultPrevented || click.button !== 0) return;
    if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
    const link = (click.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname) return;
    if (routeOf(link.pathname).page === 'nowhere') return; // REST and files are the server's
    click.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
