// What the generic board makes of tables it has never seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diceOf, movesOf, read, withDice } from '../src/boards/generic/reading';

const two = { seats: 2, you: 0, actor: 0, seatFields: ['leader', 'taker'] };
const kinds = (fields: { name: string; shown: { kind: string } }[]) => fields.map(({ name, shown }) => `${name} ${shown.kind}`);

test('cards that are numbers, and hands of which one sees the size', () => {
  const { hand, seats, middle } = read({ tokens: [3, 4], hand: [2, 7], held: [2, 1], played: [4], leader: 1 }, two);
  assert.deepEqual(hand, [2, 7]);
  assert.deepEqual(seats.map(({ has }) => kinds(has)), [['tokens number'], ['tokens number', 'held backs']]);
  assert.deepEqual(seats.map(({ is }) => is), [[], ['leader']]);
  assert.deepEqual(kinds(middle), ['played cards']);
});

test('two cards played by two are no list by seat, unless somebody has none yet', () => {
  assert.deepEqual(kinds(read({ played: ['7d', 'As'] }, two).middle), ['played cards']);
  assert.deepEqual(kinds(read({ played: [null, 'As'] }, two).seats[1]!.has), ['played cards']);
  assert.deepEqual(kinds(read({ taken: [['7d'], []] }, two).seats[0]!.has), ['taken cards']);
});

test('a list of cards that once had a gap stays by seat when everybody has a card', () => {
  const now = { ...two, gaps: new Set<string>() };
  read({ known: [null, null], played: ['7d'] }, now);
  const { middle, seats } = read({ known: ['4s', '6b'], played: ['7d', 'As'] }, now);
  assert.deepEqual(seats.map(({ has }) => kinds(has)), [['known cards'], ['known cards']]);
  assert.deepEqual(kinds(middle), ['played cards']);
});

test('dice by their name, and by nothing else', () => {
  const { dice, middle } = read({ dice: [5, 4, 1], thrown: 521, points: [5, 4, 1], score: 521, limit: 3 }, two);
  assert.deepEqual(dice, [5, 4, 1, 5, 2, 1]);
  assert.deepEqual(kinds(middle), ['dice dice', 'thrown dice', 'points list', 'score number', 'limit number']);
});

test('a seat is told by the types alone: a number under another name stays a number', () => {
  const { middle } = read({ last: { taker: 1, cards: ['7d'], turn: 1 } }, two);
  const [last] = middle;
  assert.deepEqual(last!.shown.kind === 'group' && kinds(last!.shown.fields), ['taker seat', 'cards cards', 'turn number']);
});

test('whatever comes is shown, or is nothing', () => {
  for (const odd of [null, 7, 'text', [], {}, [1, [2, [3]]], { a: { b: { c: null } } }, { hand: null, seats: 'x' }]) read(odd, two);
  assert.deepEqual(read({ bids: [null, null], note: '', rest: [] }, two).middle, []);
});

test('a card means the moves that name it first', () => {
  const moves = ['7d x 5c 2b', '7d x 7b', 'play 7', 'pass', '10d'];
  assert.deepEqual(movesOf('7d', moves), ['7d x 5c 2b', '7d x 7b']);
  assert.deepEqual(movesOf(7, moves), ['play 7']);
  assert.deepEqual([movesOf('5c', moves), movesOf(1, moves)], [[], []]);
});

test('numbers in a move are dice if such dice lie there', () => {
  const drawn = (move: string) => withDice([{ kind: 'text', text: move }], [6, 5, 5]).map(({ kind, text }) => `${kind} ${text}`);
  assert.deepEqual(drawn('keep 556 hit'), ['text keep ', 'dice 556', 'text  hit']);
  assert.deepEqual(drawn('bid 4'), ['text bid ', 'text 4']);
  assert.deepEqual([diceOf('keep 565', [6, 5, 5]), diceOf('bank', [6])], ['655', '']);
});
