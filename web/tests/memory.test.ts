// What is kept of a memory gives back the same memory, or is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sparse, whole } from '../src/engine/memory';

const PAGE = 4096;

async function kept(memory: Uint8Array): Promise<ArrayBuffer> {
  return new Blob(sparse(memory)).arrayBuffer();
}

function filled(length: number, ...places: number[]): Uint8Array {
  const memory = new Uint8Array(length);
  for (const place of places) memory[place] = (place % 255) + 1;
  return memory;
}

test('a memory comes back as it was, and empty pages take no room', async () => {
  const cases: [Uint8Array, number][] = [
    [filled(0), 0],
    [filled(3 * PAGE), 0],
    [filled(5 * PAGE, 0, 2 * PAGE - 1, 3 * PAGE), 3],
    [filled(4 * PAGE + 48, 4 * PAGE + 47), 1],
  ];
  for (const [memory, pages] of cases) {
    const text = await kept(memory);
    assert.deepEqual(whole(text), memory);
    assert.ok(text.byteLength <= 8 + pages * (PAGE + 4), `${text.byteLength} bytes for ${pages} pages`);
  }
});

test('what was cut short, or is something else, is refused', async () => {
  const text = await kept(filled(5 * PAGE, 0, 2 * PAGE, 4 * PAGE));
  for (const length of [0, 4, 8, 20, PAGE, text.byteLength - 1]) assert.throws(() => whole(text.slice(0, length)), `${length}`);
  assert.throws(() => whole(Uint32Array.of(PAGE, 1, 7, ...new Uint32Array(PAGE / 4)).buffer));
});
