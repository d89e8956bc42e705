// The memory of a Python that has just begun, kept by this browser: the next start takes it up where it was, in a
// fraction of the time. Nothing of any game is in it yet. It fits this engine in this browser and nothing else, so both
// are in its address, and what was kept under another is thrown away.

const PAGE = 4096; // bytes; nearly half of them hold nothing, and only the others are kept

/** Everything that belongs to one folder of an engine has its address below it. */
const address = (base: string) => `${base}memory?${encodeURIComponent(navigator.userAgent)}`;
const place = (base: string) => `tavola-memory ${new URL('../..', base).href}`;

export async function keptMemory(base: string): Promise<Uint8Array | null> {
  try {
    const found = await (await caches.open(place(base))).match(address(base));
    return found ? whole(await found.arrayBuffer()) : null;
  } catch {
    return null; // no storage, or an incomplete copy
  }
}

/** False if the browser keeps nothing. */
export async function keepMemory(base: string, memory: Uint8Array): Promise<boolean> {
  try {
    const cache = await caches.open(place(base));
    for (const old of await cache.keys()) if (old.url !== address(base)) await cache.delete(old);
    await cache.put(address(base), new Response(new Blob(sparse(memory))));
    return true;
  } catch {
    return false;
  }
}

export async function forgetMemory(base: string): Promise<void> {
  await caches.delete(place(base)).catch(() => false);
}

/** [bytes in all, number of pages], the index of each page, then the pages. */
export function sparse(memory: Uint8Array): BlobPart[] {
  const numbers: number[] = [];
  const pages: BlobPart[] = [];
  for (let page = 0; page * PAGE < memory.length; page++) {
    const bytes = memory.subarray(page * PAGE, (page + 1) * PAGE) as Uint8Array<ArrayBuffer>;
    if (empty(bytes)) continue;
    numbers.push(page);
    pages.push(bytes);
  }
  return [Uint32Array.of(memory.length, numbers.length, ...numbers), ...pages];
}

function empty(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]) return false;
  return true;
}

export function whole(kept: ArrayBuffer): Uint8Array {
  const [length = 0, count = 0] = new Uint32Array(kept, 0, 2);
  const numbers = new Uint32Array(kept, 8, count);
  const memory = new Uint8Array(length);
  let from = 4 * (2 + count);
  for (const page of numbers) {
    const bytes = new Uint8Array(kept, from, Math.min(PAGE, length - page * PAGE));
    memory.set(bytes, page * PAGE);
    from += bytes.length;
  }
  if (from !== kept.byteLength) throw new Error('not a whole one');
  return memory;
}
