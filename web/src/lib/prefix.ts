// The path below which this server is found, such as /tavola; empty at the root. The server writes it into the document.

const PREFIX =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="tavola-prefix"]')?.content ?? '');

/** The address of a path of ours, as links, requests and the address bar have it. */
export const at = (path: string): string => PREFIX + path;

/** The path of an address of ours; null if it is not below the prefix. */
export function pathOf(pathname: string): string | null {
  if (!PREFIX || pathname.startsWith(`${PREFIX}/`)) return pathname.slice(PREFIX.length);
  return pathname === PREFIX ? '/' : null;
}
