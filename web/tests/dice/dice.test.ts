// How the dice tables follow a game, held against games the server played.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { around } from '../../src/boards/dice/logic/around.ts';
import * as poker from '../../src/boards/dice-poker/logic.ts';
import { faces, without } from '../../src/boards/dice/logic/faces.ts';
import * as five from '../../src/boards/5000/logic.ts';
import * as four from '../../src/boards/421/logic.ts';
import { onFelt, sides } from '../../src/boards/dice/logic/places.ts';
import { restack } from '../../src/boards/421/stacks.ts';
import type { Picture as Four } from '../../src/boards/421/wire.ts';
import type { Picture as Five } from '../../src/boards/5000/wire.ts';
import type { Picture as Poker } from '../../src/boards/dice-poker/wire.ts';

interface Told {
  steps: { actor: number; move: string | null; events: { event: string; [field: string]: any }[] }[];
  table: any;
  moves: string[];
}
const games: Record<string, Told[]> = JSON.parse(readFileSync(new URL('games.json', import.meta.url), 'utf8'));

test('421: events lead to the picture the server tells', () => {
  let seen = 0;
  const told = games['421']!;
  told.slice(1).forEach((news, n) => {
    let now: Four = told[n]!.table;
    for (const event of news.steps.flatMap((step) => step.events)) now = four.after(now, event);
    const { kitty, tokens, sets_lost, turn, round, go } = news.table as Four;
    assert.deepEqual([now.kitty, now.tokens, now.sets_lost], [kitty, tokens, sets_lost]);
    assert.equal(now.turn.first, turn.first);
    if (go.dice.length) {
      assert.deepEqual([now.turn.total, now.go.dice, now.round.kind], [turn.total, go.dice, round.kind]);
      assert.deepEqual([now.round.shown, now.go.throws], [round.shown, go.throws]);
      seen++;
    }
  });
  assert.ok(seen > 10);
});

test('421: every legal move is a choice of dice, and no other choice is legal', () => {
  for (const { table, moves } of games['421']!.filter((news) => news.moves.length)) {
    const found = new Set<string>();
    const dice: number[] = table.go.dice;
    for (let mask = 0; mask < 1 << dice.length; mask++) {
      const kept = dice.filter((_, n) => (mask >> n) & 1);
      for (const { move, why } of four.choices(table, kept, moves)) if (!why) found.add(move);
    }
    assert.deepEqual([...found].sort(), [...moves].sort());
  }
});

test('5000: choices and points through a game', () => {
  let turn: Five | null = null;
  for (const { steps, table, moves } of games['5000']!) {
    for (const event of steps.flatMap((step) => step.events)) {
      if (turn) turn = five.after(turn, event, faces(event.dice ?? 0));
    }
    if (turn) assert.deepEqual([turn.scores, turn.turn_score, turn.hand, turn.dice], [table.scores, table.turn_score, table.hand, table.dice]);
    turn = table;
    for (const move of moves.filter((one) => one.startsWith('play'))) {
      assert.equal(five.choices(faces(Number(move.slice(5))), moves)[0]!.why, null);
    }
  }
});

// A small house with two patterns, and two dice instead of five.
const COUNTS = {
  game: 'dice-poker' as const,
  patterns: ['nothing', 'pair'],
  points: [0, 10],
  shows: { '66': 1, '65': 0 },
  falls: { '': [30, 6], '6': [5, 1] },
};

test('Dice Poker: the table of patterns is what the server counts', () => {
  assert.deepEqual(poker.shown(COUNTS, [5, 6]), { pattern: 'nothing', points: 0, ways: 0 });
  assert.equal(poker.shown(COUNTS, [6]), null);
  assert.deepEqual(poker.lines(COUNTS, [6]), [
    { pattern: 'pair', points: 10, ways: 1 },
    { pattern: 'nothing', points: 0, ways: 5 },
  ]);
  assert.deepEqual(poker.lines(COUNTS, null).map(({ ways }) => ways), [0, 0]);
});

test('Dice Poker: why dice are not thrown again', () => {
  const why = (kept: number[], moves: string[]) => poker.choices([6, 5], kept, moves)[0]!.why;
  assert.equal(why([6], ['reroll 5', 'stand']), null);
  assert.equal(why([], ['reroll 5', 'stand']), 'keepTwo');
  assert.equal(why([6, 5], ['reroll 5', 'stand']), 'allKept');
  assert.equal(why([6], ['stand']), 'noMore');
});

test('Dice Poker: choices and totals through a game', () => {
  let now: Poker | null = null;
  for (const { steps, table, moves } of games['dice-poker']!) {
    for (const event of steps.flatMap((step) => step.events)) {
      if (now) now = poker.after(now, event, faces(event.dice ?? 0));
    }
    if (now) assert.deepEqual([now.scores, now.player], [table.scores, table.over ? now.player : table.player]);
    now = table;
    for (const move of moves.filter((one) => one.startsWith('reroll'))) {
      const kept = without(table.dice, faces(Number(move.slice(7))))!;
      assert.deepEqual(poker.choices(table.dice, kept, moves)[0], { id: 'reroll', move, why: null });
    }
  }
});

test('tokens: only as many move as must, and none is lost', () => {
  const start = restack([], [21, 0, 0]);
  const loaded = restack(start, [17, 4, 0]);
  assert.deepEqual(loaded[0], start[0]!.slice(0, 17));
  const paid = restack(loaded, [17, 1, 3]);
  assert.deepEqual(paid[1], loaded[1]!.slice(0, 1));
  assert.deepEqual(paid.flat().sort((a, b) => a - b), Array.from({ length: 21 }, (_, n) => n));
});

test('places: columns stay apart, opposite sides add up to seven, everyone has a seat', () => {
  for (let throwing = 0; throwing < 200; throwing++) {
    for (let die = 1; die < 5; die++) assert.ok(onFelt(die, 5, throwing).x - onFelt(die - 1, 5, throwing).x > 14);
    for (let die = 1; die < 3; die++) assert.ok(onFelt(die, 3, throwing).x - onFelt(die - 1, 3, throwing).x > 21);
    const { top, bottom, front, back, left, right } = sides((throwing % 6) + 1, throwing / 200);
    assert.deepEqual([top + bottom, front + back, left + right], [7, 7, 7]);
    assert.equal(new Set([top, bottom, front, back, left, right]).size, 6);
  }
  for (let seats = 1; seats <= 8; seats++) {
    const { mine, left, top, right } = around(Array.from({ length: seats }, (_, n) => n));
    assert.equal(mine.length + left.length + top.length + right.length, seats);
  }
});
