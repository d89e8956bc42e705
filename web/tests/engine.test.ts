// The page and its workers: what is asked and dropped, how far it is, and a worker that says nothing any more.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Helper } from '../src/engine/helper';
import { keepSolution } from '../src/engine/solutions';
import { engine } from '../src/lib/engine.svelte';

class FakeWorker {
  static made: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  said: Record<string, any>[] = [];
  ended = false;
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(message: Record<string, any>): void {
    this.said.push(message);
    if (message.kind === 'start') queueMicrotask(() => this.tells({ kind: 'ready' }));
  }
  terminate(): void {
    this.ended = true;
  }
  tells(data: unknown): void {
    this.onmessage?.({ data });
  }
  last(kind: string): Record<string, any> {
    return this.said.findLast((one) => one.kind === kind)!;
  }
}

/** What a browser keeps by address, in the order in which it came. */
class FakeCache {
  kept = new Map<string, Response>();
  keys = async () => [...this.kept.keys()].map((url) => ({ url }));
  match = async (at: string | { url: string }) => this.kept.get(typeof at === 'string' ? at : at.url)?.clone();
  put = async (at: string, answer: Response) => void this.kept.set(at, answer);
  delete = async (at: string | { url: string }) => this.kept.delete(typeof at === 'string' ? at : at.url);
}

const cache = new FakeCache();
Object.assign(globalThis, {
  Worker: FakeWorker,
  caches: { open: async () => cache },
  location: new URL('http://there/'),
  fetch: async () => Response.json({ version: 'v', files: {} }),
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an answer comes, tells how far it is before, and is dropped when nobody waits', async () => {
  const heard: number[] = [];
  const answer = engine.ask('/api/solve/421', undefined, undefined, (done) => heard.push(done));
  await settled();
  const worker = FakeWorker.made.at(-1)!;
  const { ask } = worker.last('ask');
  worker.tells({ kind: 'working', of: `ask ${ask}`, done: 0.4 });
  worker.tells({ kind: 'working', of: 'a table', done: 0.2 });
  assert.equal(engine.solving['a table'], 0.2);
  worker.tells({ kind: 'working', of: 'a table', done: 1 });
  assert.equal(engine.solving['a table'], undefined);
  worker.tells({ kind: 'told', ask, status: 200, type: 'text/plain', body: 'here' });
  assert.equal(await (await answer).text(), 'here');
  assert.deepEqual(heard, [0.4]);

  const stop = new AbortController();
  const left = engine.ask('/api/odds/421', undefined, stop.signal);
  await settled();
  stop.abort();
  await assert.rejects(left, { name: 'AbortError' });
  assert.equal(worker.last('drop').ask, worker.last('ask').ask);
  worker.tells({ kind: 'told', ask: worker.last('ask').ask, status: 200, type: 'text/plain', body: 'late' }); // for nobody
});

test('a worker that says nothing any more is ended, and whoever waits hears so', async () => {
  await settled();
  mock.timers.enable({ apis: ['setInterval'] });
  const first = FakeWorker.made.at(-1)!;
  first.onerror!({ message: 'planned' }); // so that the next one is looked at by these timers
  await engine.start();
  const worker = FakeWorker.made.at(-1)!;
  const answer = engine.ask('/api/odds/421');
  await Promise.resolve();
  for (let looks = 0; looks < 40; looks++) {
    mock.timers.tick(5000);
    worker.tells({ kind: 'alive' });
  }
  assert.ok(!worker.ended);
  assert.ok(worker.last('ping'));
  await settled();
  mock.timers.tick(5000 * 20);
  assert.ok(worker.ended);
  assert.equal((await answer).status, 503);
  mock.timers.reset();
});

test('the other worker answers, tells how far it is, ends when it is told to, and begins again', async () => {
  const told: [string, number][] = [];
  const helper = new Helper({ base: 'http://there/engine/v/', files: {}, anew: false }, (of, done) => told.push([of, done]));
  const first = helper.work('a question', 'ask 1');
  const worker = FakeWorker.made.at(-1)!;
  const { work } = worker.last('work');
  worker.tells({ kind: 'alive' });
  worker.tells({ work, done: 0.5 });
  worker.tells({ work, text: 'an answer' });
  assert.equal(await first, 'an answer');
  assert.deepEqual(told, [['ask 1', 0.5], ['ask 1', 1]]);
  assert.equal(helper.heard, 3);
  const second = helper.work('another', 'ask 2');
  helper.end();
  await assert.rejects(second);
  assert.ok(worker.ended);
  const third = helper.work('a third', 'ask 3');
  const other = FakeWorker.made.at(-1)!;
  assert.notEqual(other, worker);
  other.onerror!({ message: 'out of memory' });
  await assert.rejects(third, /out of memory/);
  other.tells({ kind: 'solved', name: 'small.odds', data: Uint8Array.of(1, 2) });
  await settled();
  assert.deepEqual([...cache.kept.keys()], ['http://there/engine/v/solved/small.odds']);
});

test('what is solved is kept once, whatever the version, and within its bounds', async () => {
  const mega = (many: number) => new Uint8Array(many << 20);
  await keepSolution('http://there/engine/w/', 'small.odds', Uint8Array.of(3));
  assert.deepEqual([...cache.kept.keys()], ['http://there/engine/w/solved/small.odds']);
  for (const name of ['a', 'b', 'c']) await keepSolution('http://there/engine/w/', name, mega(12));
  assert.deepEqual([...cache.kept.keys()].map((url) => url.at(-1)), ['b', 'c']);
  await keepSolution('http://there/engine/w/', 'too much', mega(33));
  assert.equal(cache.kept.size, 2);
});
