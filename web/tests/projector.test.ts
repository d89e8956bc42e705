import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock, paceOf, pick, roomFor, rowsAt } from '../src/boards/5000/projector/picking';
import type { Committed, GameSeen } from '../src/lib/rest';

const game = (table: string) => ({ table, names: [], why: 'close' }) as unknown as GameSeen;
const playing = [{ table: 'now', commitment: '' }] as Committed[];
const tables = ['best', 'good', 'dull'].map(game);

test('the best game that was not shown comes next, then one in play, then the best again', () => {
  const open = { games: tables, playing, held: false };
  assert.equal(pick(open, new Set())?.table, 'best');
  assert.equal(pick(open, new Set(['best', 'dull']))?.table, 'good');
  const all = new Set(['best', 'good', 'dull']);
  assert.equal(pick(open, all)?.table, 'now');
  assert.equal(pick(open, all, 'now')?.table, 'best');
  assert.equal(pick({ ...open, playing: [] }, all, 'best')?.table, 'good');
});

test('a game whose dice are held back is never shown live, and before the first there is nothing', () => {
  const held = { games: [], playing, held: true };
  assert.equal(pick(held, new Set()), null);
  assert.equal(pick({ ...held, held: false }, new Set())?.live?.table, 'now');
  assert.equal(pick({ games: [tables[0]!], playing, held: true }, new Set(['best']), 'best')?.table, 'best');
});

test('a long game is told quicker, its end as it likes', () => {
  assert.equal(paceOf(5, 500), 1);
  assert.equal(paceOf(20, 25), 1);
  assert.ok(paceOf(300, 400) < paceOf(300, 320));
  for (const moves of [10, 100, 300, 600, 20_000]) {
    for (const left of [0, 29, 30, moves]) assert.ok(paceOf(left, moves) > 0 && paceOf(left, moves) <= 1);
  }
});

test('thirty teams: the first stay, all others have their turn', () => {
  const teams = Array.from({ length: 30 }, (_, n) => n);
  const seen = new Set<number>();
  for (let turn = 0; turn < 3; turn++) {
    const rows = rowsAt(teams, 14, 4, turn);
    assert.equal(rows.length, 14);
    assert.deepEqual(rows.slice(0, 4), [0, 1, 2, 3]);
    rows.forEach((team) => seen.add(team));
  }
  assert.equal(seen.size, 30);
  assert.deepEqual(rowsAt(teams.slice(0, 14), 14, 4, 7), teams.slice(0, 14));
  assert.deepEqual(rowsAt([], 14, 4, 1), []);
});

test('many teams in few tiers fill the wall, and a tier of each its own still fits', () => {
  assert.equal(roomFor(1), 21);
  assert.equal(roomFor(8), 17);
  for (const tiers of [13, 14, 30]) assert.equal(roomFor(tiers), 14);
});

test('times', () => {
  assert.equal(clock(75), '1:15');
  assert.equal(clock(3723), '1:02:03');
  assert.equal(clock(-4), '0:00');
});
