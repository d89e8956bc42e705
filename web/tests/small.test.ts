import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText } from '../src/lib/clock';
import { fill, spaced } from '../src/lib/i18n';
import { wishedLanguage } from '../src/lib/i18n/langs';
import { qr } from '../src/lib/qr';
import { routeOf } from '../src/lib/router.svelte';
import { pause, StepQueue } from '../src/lib/steps';
import type { Step } from '../src/lib/table.svelte';

test('addresses', () => {
  assert.deepEqual(routeOf('/'), { page: 'home' });
  assert.deepEqual(routeOf('/table/a%20b'), { page: 'table', table: 'a b' });
  assert.deepEqual(routeOf('/scoreboards'), { page: 'scoreboards', environment: 'training' });
  assert.deepEqual(routeOf('/scoreboards/battle'), { page: 'scoreboards', environment: 'battle' });
  assert.deepEqual(routeOf('/rules/dice-poker'), { page: 'rules', game: 'dice-poker' });
  for (const path of ['/table', '/table/a/b', '/api/games', '/%ff']) {
    assert.deepEqual(routeOf(path), { page: 'nowhere' }, path);
  }
});

test('words', () => {
  assert.equal(fill('{a} and {b}', { a: 1 }), '1 and {b}');
  assert.equal(spaced('Oui : « non » !', 'fr'), 'Oui\u00a0: «\u00a0non\u00a0»\u00a0!');
  assert.equal(spaced('a : b', 'it'), 'a : b');
  assert.equal(wishedLanguage(['de-CH', 'it-IT', 'en']), 'it');
  assert.equal(wishedLanguage([]), 'en');
});

test('clocks', () => {
  assert.deepEqual([0, 9.87, 10, 59.2, 61, 3725].map(clockText), ['0.0', '9.8', '0:10', '1:00', '1:01', '1:02:05']);
});

const step = (move: string): Step => ({
  actor: 0,
  move,
  events: [],
  before: null,
  after: { actor: 0, table: null, score: [] },
  version: 1,
  index: 0,
  last: true,
  missed: false,
});

test('steps are shown one after another, or at once', async () => {
  const shown: string[] = [];
  await new Promise<void>((done) => {
    const queue = new StepQueue(async (one, signal) => {
      await pause(5, signal);
      shown.push(one.move!);
    }, done);
    queue.push(step('a'));
    queue.push(step('b'));
  });
  assert.deepEqual(shown, ['a', 'b']);
  const began = Date.now();
  await new Promise<void>((done) => {
    const queue = new StepQueue((_, signal) => pause(60_000, signal), done);
    queue.push(step('c'));
    queue.push(step('d'));
    queue.hurry();
  });
  assert.ok(Date.now() - began < 5000);
});

test('QR codes have the size and corners they should', () => {
  const code = qr('https://tavola.example/join/abcdefghijklmnopqrstuv')!;
  assert.equal(code.length, 33); // 50 bytes: version 4
  assert.deepEqual(code[0]!.slice(0, 8), [true, true, true, true, true, true, true, false]);
  assert.equal(qr('x'.repeat(14))!.length, 21);
  assert.equal(qr('x'.repeat(15))!.length, 25);
  assert.equal(qr('x'.repeat(213))!.length, 57);
  assert.equal(qr('x'.repeat(214)), null);
});

test('one and more', () => {
  const text = '{count} {count:card|cards}';
  assert.equal(fill(text, { count: 1 }), '1 card');
  assert.equal(fill(text, { count: 2 }), '2 cards');
  assert.equal(fill('{n} {n:x|y}', { n: '1' }), '1 x');
});
