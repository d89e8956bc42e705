// The card table without a page: where cards lie, what a choice still means, what a hand has brought.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitting, readPlay, sorted } from '../src/boards/capture/picture.ts';
import type { TableView } from '../src/boards/capture/wire.ts';
import * as scenes from '../src/boards/capture/scene.ts';
import { linesOf, sumOf } from '../src/boards/capture/summary.ts';

const picture = (changes: Partial<TableView> = {}): TableView => ({
  seats: 2,
  hand: ['7d', 'As', 'Fc'],
  hand_sizes: [3, 3],
  table: ['5c', '2b', '7b', 'Rs'],
  taken: [[], []],
  undealt: 30,
  bottom: null,
  hand_number: 1,
  dealer: 1,
  turn: 0,
  last_play: null,
  totals: [0, 0],
  specials: [
    [0, 0, 0],
    [0, 0, 0],
  ],
  ...changes,
});
const lying = (scene: scenes.Scene) => scene.table.filter(Boolean).sort();
const cards = (scene: scenes.Scene) =>
  scene.undealt +
  scene.hands.flat().length +
  lying(scene).length +
  scene.piles[0].count +
  scene.piles[1].count +
  (scene.played ? 1 + scene.gathered.length : 0);

test('a play in its notation', () => {
  assert.deepEqual(readPlay('7d x 5c 2b'), { move: '7d x 5c 2b', card: '7d', taken: ['5c', '2b'] });
  assert.deepEqual(readPlay('10s').taken, []);
});

test('table cards narrow down what a card takes', () => {
  const plays = ['7d x 7b', '7d x 5c 2b', 'As', 'Fc'].map(readPlay);
  assert.equal(fitting(plays, '7d', []).length, 2);
  assert.deepEqual(fitting(plays, '7d', ['2b']).map((play) => play.move), ['7d x 5c 2b']);
  assert.equal(fitting(plays, '7d', ['2b', '7b']).length, 0);
  assert.equal(fitting(plays, null, []).length, 0);
});

test('a hand is sorted by rank', () => {
  assert.deepEqual(sorted(['Rs', '10d', 'Ab', '2s', 'As']), ['Ab', 'As', '2s', '10d', 'Rs']);
});

test('cards on the table stay where they are', () => {
  const before = ['5c', '2b', '7b', 'Rs'];
  assert.deepEqual(scenes.laid(['Rs', '5c'], before), ['5c', null, null, 'Rs']);
  assert.deepEqual(scenes.laid(['Rs', '5c', '3d'], ['5c', null, null, 'Rs']), ['5c', '3d', null, 'Rs']);
  assert.deepEqual(scenes.laid(['5c'], before), ['5c']);
});

test('no two places on the table are the same', () => {
  const found = Array.from({ length: 24 }, (_, slot) => JSON.stringify(scenes.placeOf(slot)));
  assert.equal(new Set(found).size, 24);
  assert.equal(scenes.columnsFor(10), 5);
  assert.equal(scenes.columnsFor(11), 7);
});

test('a capture, scene by scene, loses no card', () => {
  const start = scenes.sceneOf(picture(), 0, null);
  assert.equal(cards(start), 40);
  const { scene, left } = scenes.shown(start, 0, '7d');
  assert.equal(left, '7d');
  assert.equal(cards(scene), 40);
  const gathered = scenes.gathering(scene, ['5c', '2b']);
  assert.equal(cards(gathered), 40);
  const piled = scenes.piledUp(gathered, 0, ['7d', '5c', '2b']);
  assert.equal(cards(piled), 40);
  assert.deepEqual(lying(piled), ['7b', 'Rs']);
  assert.deepEqual(piled.piles[0], { count: 3, last: ['7d', '5c', '2b'], coming: 3 });
  assert.equal(scenes.arrived(piled, 0).piles[0].coming, 0);
  const after = picture({
    hand: ['As', 'Fc'],
    hand_sizes: [2, 3],
    table: ['7b', 'Rs'],
    taken: [['7d', '5c', '2b'], []],
    last_play: [0, '7d x 5c 2b'],
  });
  assert.deepEqual(scenes.sceneOf(after, 0, piled), { ...scenes.arrived(piled, 0), table: [null, null, '7b', 'Rs'] });
});

test('a hidden hand gives one of its cards, and the card is dropped', () => {
  const { scene, left } = scenes.shown(scenes.sceneOf(picture(), 0, null), 1, '3d');
  assert.ok(left?.startsWith('1.'));
  assert.equal(scene.hands[1]?.length, 2);
  assert.ok(lying(scenes.dropped(scene)).includes('3d'));
});

test('the bottom card is in sight until it is dealt', () => {
  const stock = scenes.sceneOf(picture({ bottom: '4s', undealt: 12 }), 0, null);
  assert.equal(stock.bottom, '4s');
  assert.equal(scenes.dealt(stock, 0, 6, ['3b', '3c', '3d', '3s', '4b', '4c']).bottom, '4s');
  const last = scenes.dealt({ ...stock, undealt: 6 }, 1, 6, null);
  assert.equal(last.bottom, null);
  assert.equal(last.hands[1]?.length, 9);
  assert.equal(new Set(last.hands[1]).size, 9);
});

test('a new hand gathers every card at the dealer', () => {
  const taken: [string[], string[]] = [Array(20).fill('x'), Array(10).fill('x')];
  const scene = scenes.sceneOf(picture({ undealt: 0, taken }), 0, null);
  const next = scenes.gatheredUp(scene, 0, [3, 4]);
  assert.equal(next.undealt, 40);
  assert.equal(next.dealer, 0);
  assert.deepEqual(next.hands, [[], []]);
});

test('a play taken back is as it was before', () => {
  const after = scenes.sceneOf(
    picture({ hand: ['As'], hand_sizes: [1, 1], table: ['Rs'], taken: [['7d', '7b'], []], undealt: 35 }),
    0,
    null,
  );
  const before = scenes.takenBack(after, 0, '7d', ['7b'], true);
  assert.deepEqual(before.hands[0], ['As', '7d']);
  assert.deepEqual(lying(before), ['7b', 'Rs']);
  assert.equal(before.piles[0].count, 0);
});

test('the count of a hand, line by line', () => {
  const count = {
    hand: 2,
    points: [
      [['carte', 2], ['spade', 0], ['picula', 1]],
      [['carte', 0], ['spade', 2], ['picula', 0]],
    ] as [[string, number][], [string, number][]],
    piles: [['7d', '7s', '7b'], ['As', '2s']] as [string[], string[]],
    totals: [10, 12] as [number, number],
    called_out: false,
    counts: [['carte', 3, 2], ['spade', 1, 2]] as [string, number, number][],
  };
  assert.deepEqual(linesOf(count), [
    { what: 'carte', points: [2, 0], has: [3, 2] },
    { what: 'spade', points: [0, 2], has: [1, 2] },
    { what: 'picula', points: [1, 0], has: null },
  ]);
  assert.equal(sumOf(count, 0), 3);
});
