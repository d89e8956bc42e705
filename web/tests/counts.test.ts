// What dice count is asked of the server: once for a game and its options, and again when it was not there.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Counts } from '../src/boards/dice/logic/counts.svelte';
import { ApiError } from '../src/lib/api';

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A server that answers these, one after the other. */
function server(...answers: unknown[]) {
  const asked: string[] = [];
  const ask = async <T>(path: string): Promise<T> => {
    asked.push(path);
    const answer = answers[asked.length - 1];
    if (answer instanceof Error) throw answer;
    return answer as T;
  };
  return { asked, ask };
}

test('asked once for a game and its options', async () => {
  const { asked, ask } = server({ times: [1] }, { times: [2] });
  const first = new Counts('5000', { goal: '500', brelan_of_aces: 'best' }, ask);
  assert.equal(first.told, null);
  first.ask();
  await soon();
  assert.deepEqual(first.told, { times: [1] });
  assert.deepEqual(asked, ['/api/games/5000/counts?set=goal%3D500&set=brelan_of_aces%3Dbest']);

  const again = new Counts('5000', { goal: '500', brelan_of_aces: 'best' }, ask);
  assert.deepEqual(again.told, { times: [1] });
  again.ask();
  assert.equal(asked.length, 1);

  const other = new Counts('5000', { goal: '500', brelan_of_aces: '100' }, ask);
  other.ask();
  await soon();
  assert.deepEqual(other.told, { times: [2] });
});

test('asked again when the server was not there, but not when it said no', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const away = server(new TypeError('away'), 'here');
  const counts = new Counts('dice-poker', { goal: '1' }, away.ask);
  counts.ask();
  await soon();
  assert.equal(counts.told, null);
  mock.timers.tick(10_000);
  await soon();
  assert.equal(counts.told, 'here');

  const strict = server(new ApiError(404, 'not_found', 'no'), 'never');
  const refused = new Counts('421', {}, strict.ask);
  refused.ask();
  await soon();
  mock.timers.tick(10_000);
  await soon();
  assert.deepEqual([refused.told, strict.asked.length], [null, 1]);
  mock.timers.reset();
});

test('who has left asks no more', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const away = server(new TypeError('away'), 'here');
  const counts = new Counts('dice-poker', { goal: '2' }, away.ask);
  counts.ask()();
  await soon();
  mock.timers.tick(10_000);
  await soon();
  assert.deepEqual([counts.told, away.asked.length], [null, 1]);
  mock.timers.reset();
});
