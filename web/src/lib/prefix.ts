// The path below which this server is found, such as /tavola; empty at the root. The server writes it into the document.
// A page without a server is one document in a folder of any host: there the address of a page stands in the query,
// as in /games/?/table/ID, so that every host finds it.

const meta = (name: string): string | undefined =>
  typeof document === 'undefined' ? undefined : document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Is there no server behind this page? */
export const ALONE = meta('tavola-alone') !== undefined;
const PREFIX = ALONE ? location.pathname.replace(/\/[^/]*$/, '') : (meta('tavola-prefix') ?? '');

/** For a page without a server that a server hands out: the address of that server's pages. Null: there is none. */
export const SERVER: string | null =
  ALONE && meta('tavola-server') !== undefined ? PREFIX.replace(/\/[^/]*$/, '') : null;
/** On a page without a server: where the data it needs before its engine runs is, and the list of the engine's parts.
    Both addresses contain a hash of the content, so a page never gets those of another version. */
export const DATA = meta('tavola-data') ?? '';
export const ENGINE = meta('tavola-engine') ?? '';
/** On a server's page: the bytes that playing without it takes; 0 if it does not offer that. */
export const OFFLINE_BYTES = Number(meta('tavola-offline') ?? 0);

/** The address of a file of ours. */
export const file = (path: string): string => PREFIX + path;

/** The address of an internal path, as links, requests and the address bar have it. */
export const at = (path: string): string => (ALONE ? `${PREFIX}/?${path.replace('?', '&')}` : PREFIX + path);

/** The path and query of an address of ours; null if it is not below the prefix. */
export function placeOf({ pathname, search }: { pathname: string; search: string }): { path: string; query: string } | null {
  if (ALONE) {
    if (pathname.replace(/\/[^/]*$/, '') !== PREFIX) return null;
    const [path = '', ...more] = search.slice(1).split('&');
    if (!path.startsWith('/')) return { path: '/', query: search };
    return { path, query: more.length ? `?${more.join('&')}` : '' };
  }
  const path = pathOf(pathname);
  return path === null ? null : { path, query: search };
}

/** The path of an address of ours; null if it is not below the prefix. Without a server there is none. */
export function pathOf(pathname: string): string | null {
  if (ALONE) return pathname;
  if (!PREFIX || pathname.startsWith(`${PREFIX}/`)) return pathname.slice(PREFIX.length);
  return pathname === PREFIX ? '/' : null;
}
