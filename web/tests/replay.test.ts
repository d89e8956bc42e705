// The replay: a table to walk through, positions for the odds, round numbers for plots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordTold, StepsTold } from '../src/lib/rest';
import type { Step } from '../src/lib/table.svelte';
import { stepped, ticks } from '../src/pages/odds/scale';
import { ownOf } from '../src/boards';
import { type Aim, sameMove } from '../src/lib/weighing.svelte';

const positionOf = (game: string, table: unknown, aim: Aim) => ownOf(game)?.weigh?.position(table, aim) ?? null;
const aimsOf = (game: string, seats: number) => ownOf(game)?.weigh?.aims(seats);
import { endedBy } from '../src/pages/record/ended';
import { ReplayStore } from '../src/pages/record/replay.svelte';

const MOVES = 7;
const record: RecordTold = {
  format: 'tavola-record/1',
  game: '5000',
  options: {},
  rules_version: 1,
  seats: ['Ada', 'Bob'],
  tags: {},
  moves: Array.from({ length: MOVES }, (_, n) => (n % 2 ? [0, `play ${n}`] : ['*', `roll ${n}`])),
  result: null,
};

/** Three steps a page, the table showing the number of the step. */
async function pages(seat: number | null, start: number): Promise<StepsTold> {
  const all = Array.from({ length: MOVES + 1 }, (_, n) => ({
    type: 'news' as const,
    table: 'x',
    version: n,
    turn: n,
    steps: n ? [{ actor: n % 2 ? -1 : 0, events: [], move: `m${n}` }] : [],
    sight: { actor: n === MOVES ? -2 : 0, table: { step: n, seat }, score: [0, 0] },
  }));
  return { moves: MOVES, start, in_force: { goal: '300' }, seats: [{ name: 'Ada' }, { name: 'Bob' }], steps: all.slice(start, start + 3) };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('a replay goes on by steps that are told, and jumps without', async () => {
  const replay = new ReplayStore(record, pages, 'x', 3);
  const heard: (string | null)[] = [];
  replay.onStep((step: Step) => heard.push(step.move));
  await replay.load(null);
  assert.deepEqual([replay.at, replay.sight?.table.step], [0, 0]);
  replay.go(1);
  replay.go(2);
  assert.deepEqual(heard, ['m1', 'm2']);
  const jumps = replay.jumps;
  replay.go(6);
  await soon();
  replay.go(1);
  assert.deepEqual([replay.at, replay.sight?.table.step, replay.jumps - jumps], [1, 1, 2]);
  replay.go(2);
  assert.deepEqual(heard, ['m1', 'm2', 'm2']);
  replay.go(99);
  await soon();
  assert.equal(replay.at, MOVES);
  replay.go(-5);
  assert.equal(replay.at, 0);
});

test('where somebody wants to be is reached when its page has come, from any seat', async () => {
  const replay = new ReplayStore(record, pages, 'x', 3);
  replay.go(5);
  assert.equal(replay.at, 0);
  await replay.load(null);
  assert.equal(replay.at, 5);
  await replay.load(1);
  assert.deepEqual([replay.at, replay.you, replay.sight?.table], [5, 1, { step: 5, seat: 1 }]);
  assert.equal(replay.goal, 300);
});

test('a long game costs what is looked at', async () => {
  const long = { ...record, moves: Array.from({ length: 900 }, () => ['*', 'roll 1'] as [string, string]) };
  const asked: number[] = [];
  const source = async (_seat: number | null, start: number): Promise<StepsTold> => {
    asked.push(start);
    const steps = Array.from({ length: 100 }, (_, n) => ({
      type: 'news' as const,
      table: 'x',
      version: start + n,
      turn: start + n,
      steps: [],
      sight: { actor: -1, table: { step: start + n }, score: [] },
    }));
    return { moves: 900, start, in_force: {}, seats: [{ name: 'Ada' }, { name: 'Bob' }], steps };
  };
  const replay = new ReplayStore(long, source, 'x', 100);
  await replay.load(null);
  assert.deepEqual(asked, [0]);
  replay.go(20);
  replay.go(21);
  await soon();
  assert.deepEqual([asked, replay.at], [[0], 21]);
  replay.go(50); // what comes soon is asked for before it is wanted
  replay.go(700);
  assert.equal(replay.at, 50);
  await soon();
  assert.deepEqual([asked, replay.at, replay.sight?.table.step], [[0, 100, 700], 700, 700]);
});

test('a page that did not come is asked for again', async () => {
  let broken = true;
  const source = async (seat: number | null, start: number) => {
    if (broken && start === 3) throw new Error('no line');
    return pages(seat, start);
  };
  const replay = new ReplayStore(record, source, 'x', 3);
  await replay.load(null);
  replay.go(4);
  await soon();
  assert.deepEqual([replay.at, replay.failed?.message], [0, 'no line']);
  broken = false;
  replay.go(4);
  await soon();
  assert.deepEqual([replay.at, replay.failed], [4, null]);
});

test('nobody moves in a replay', async () => {
  const replay = new ReplayStore(record, pages, 'x', 3);
  await replay.load(0);
  assert.deepEqual([replay.actor, replay.you, replay.myTurn, replay.ready, replay.moves], [0, 0, false, false, []]);
  assert.equal(await replay.play(), false);
});

test('decisions as the odds read them', () => {
  const five = { player: 1, scores: [400, 1200], dice: [5, 4, 2, 6, 3], hand: 1, turn_score: 350 };
  assert.equal(positionOf('5000', five, 'turn'), '54263 hand=2 turn=350');
  assert.equal(positionOf('5000', five, 'win'), '54263 hand=2 turn=350 total=1200 opponent=400');
  assert.equal(positionOf('5000', { ...five, dice: [] }, 'turn'), null);
  const poker = { player: 0, scores: [60, 700], dice: [5, 5, 1, 2, 3], rerolls: 1 };
  assert.equal(positionOf('dice-poker', poker, 'win'), '55123 rerolls=1 total=60 opponent=700 second=0');
  const unload = {
    seats: 3,
    tokens: [8, 7, 6],
    turn: { first: 2, total: 9, limit: 2 },
    round: { kind: 'unload', members: [0, 1, 2], shown: [[], [], [6, 1, 1]] },
    go: { player: 0, throws: 1, dice: [4, 6, 5] },
  };
  assert.equal(positionOf('421', unload, 'set'), 'second 654 throws=1 of 2 target=611 total=9 tokens=6/8/7');
  assert.equal(positionOf('421', { ...unload, round: { ...unload.round, kind: 'load' } }, 'set'), null);
  assert.equal(positionOf('scopetta', {}, 'turn'), null);
  assert.deepEqual([aimsOf('5000', 2), aimsOf('5000', 3), aimsOf('421', 2)], [['turn', 'win'], ['turn'], ['set']]);
});

test('the same dice are the same move', () => {
  assert.ok(sameMove('play 155', 'play 515'));
  assert.ok(!sameMove('play 15', 'play 155'));
  assert.ok(!sameMove('keep 42', 'keep 42 hit'));
});

test('axes have round numbers, steps have corners', () => {
  assert.deepEqual(ticks(0, 1, 6), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(200, 3000, 7), [500, 1000, 1500, 2000, 2500, 3000]);
  assert.deepEqual(stepped([[0, 5], [2, 3]]), [[0, 5], [2, 5], [2, 3]]);
});

test('a record says whose doing it was that a game was not played out', () => {
  const ended = (tags: Record<string, string>) => endedBy({ ...record, seats: ['Ada', 'Bob', 'Cleo'], tags });
  assert.equal(ended({}), null);
  assert.equal(ended({ Ended: 'played' }), null);
  assert.deepEqual(ended({ Ended: 'time', Dropped: '1' }), { what: 'tooSlow', who: ['Bob'] });
  assert.deepEqual(ended({ Ended: 'absent', Missing: '0 2' }), { what: 'notThere', who: ['Ada', 'Cleo'] });
});
