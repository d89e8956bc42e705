// What was solved here, for options few play by, is kept in the browser's cache for the next visit. Each file says of
// which rules and which solver it is, and a stale one is not taken (analysis/store.py): so versions can't mix, and a
// name has one file.
import type { PyodideAPI } from 'pyodide';

const MOST = 32 << 20; // bytes in all; the oldest make room
const BYTES = 'content-length';

const place = (base: string) => `tavola-solved ${new URL('../..', base).href}`;

export async function keepSolution(base: string, name: string, data: Uint8Array<ArrayBuffer>): Promise<void> {
  if (data.length > MOST) return;
  try {
    const cache = await caches.open(place(base));
    const address = new URL(`solved/${name}`, base).href;
    for (const { url } of await cache.keys()) if (url.endsWith(`/${name}`)) await cache.delete(url);
    await cache.put(address, new Response(data, { headers: { [BYTES]: String(data.length) } }));
    const sizes: [Request, number][] = [];
    for (const key of await cache.keys()) sizes.push([key, Number((await cache.match(key))?.headers.get(BYTES) ?? 0)]);
    let over = sizes.reduce((sum, [, size]) => sum + size, 0) - MOST;
    for (const [key, size] of sizes) {
      if (over <= 0) break;
      await cache.delete(key);
      over -= size;
    }
  } catch {
    // No storage, or none left: the next visit solves it again.
  }
}

/** Into the folder where Python looks for them, what another worker or an earlier visit has solved. */
export async function bringSolutions({ FS }: PyodideAPI, folder: string, base: string): Promise<void> {
  try {
    const cache = await caches.open(place(base));
    for (const { url } of await cache.keys()) {
      const path = `${folder}/${url.slice(url.lastIndexOf('/') + 1)}`;
      if (FS.analyzePath(path).exists) continue;
      const found = await cache.match(url);
      if (found) FS.writeFile(path, new Uint8Array(await found.arrayBuffer()));
    }
  } catch {
    // Nothing is stored here: it will be solved.
  }
}
