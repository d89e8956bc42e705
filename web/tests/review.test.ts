// The coach's review as the page shows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DecisionTold, ReviewTold } from '../src/lib/rest';
import { worthOf } from '../src/lib/weighing.svelte';
import { costOf, courses, dearest, partOf, Review, weighed } from '../src/pages/record/review.svelte';

const decision = (number: number, cost: number): DecisionTold => ({
  number,
  seat: 0,
  move: 'bank',
  best: 'play 1',
  value: 0,
  cost,
  low: cost,
  high: cost,
  says: '',
  why: '',
  choices: [],
});

const review: ReviewTold = {
  game: '5000',
  options: {},
  seats: ['Ada', 'Bob'],
  moves: 4,
  finished: true,
  unit: 'win',
  unit_says: 'chance to win',
  more_is_better: true,
  exact: true,
  by_the_book: false,
  decisions: [decision(2, 0.1), decision(4, 0), decision(6, 0.3)],
  luck: [],
  course: [
    { number: 0, values: [0.5, 0.5] },
    { number: 4, values: [1, 0] },
  ],
  balances: [],
  says: [],
  remarks: 0,
};

test('the dearest decisions come first, and what cost nothing not at all', () => {
  assert.deepEqual(
    dearest(review).map((one) => one.number),
    [6, 2],
  );
});

test('what is better is higher, whatever is counted', () => {
  assert.deepEqual(courses(review, 100, 10), ['0.0,5.0 100.0,0.0', '0.0,5.0 100.0,10.0']);
  const turns: ReviewTold = {
    ...review,
    unit: 'turns',
    more_is_better: false,
    course: [
      { number: 0, values: [20, 20] },
      { number: 4, values: [10, 30] },
    ],
  };
  assert.deepEqual(courses(turns, 100, 10), ['0.0,5.0 100.0,0.0', '0.0,5.0 100.0,10.0']);
});

test('figures are in the unit of the review', () => {
  const balance = { seat: 0, name: 'Ada', start: 0.5, luck: 1.04, play: -0.185, others: 0, result: 1, margin: 0, says: '' };
  assert.equal(partOf(balance, 'start', 'win'), '50.0%');
  assert.equal(partOf(balance, 'luck', 'win'), '+104.0%');
  assert.equal(costOf(decision(2, 0.1), 'win'), '10.0%');
  assert.equal(costOf(decision(2, 0.1), 'turns'), '0.10 turns');
  assert.equal(costOf({ ...decision(2, 0.1), low: 0.08, high: 0.12 }, 'win'), '10.0% ± 2.0%');
});

test('who asks again hears the second answer only', async () => {
  const asked = new Review();
  const first = asked.ask((signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
  await asked.ask(async () => review);
  await first;
  assert.deepEqual([asked.found, asked.busy, asked.failed], [review, false, null]);
  await asked.ask(() => Promise.reject(new Error('too long')));
  assert.deepEqual([asked.busy, asked.failed?.message], [false, 'too long']);
});

test('the odds of a decision in the figures of the coach, the move that was played always among them', () => {
  const choice = (move: string, value: number) => ({ move, value, cost: 0.7 - value, low: 0, high: 0 });
  const made = { ...decision(2, 0.6), value: 0.1, why: 'more points', choices: [choice('play 1', 0.7), choice('play 5', 0.6)] };
  const told = weighed({ ...review, by_the_book: true, unit_says: 'chance to win by the book', decisions: [made] }, 2)!;
  assert.deepEqual([told.aim, told.counts, told.exact], ['win', 'chance to win by the book', true]);
  assert.deepEqual(
    told.moves.map((one) => [one.move, worthOf(one, told), one.reason]),
    [
      ['play 1', '70.0%', 'more points'],
      ['play 5', '60.0%', ''],
      ['bank', '10.0%', ''],
    ],
  );
  assert.equal(weighed({ ...review, decisions: [{ ...made, move: 'play 5' }] }, 2)!.moves.length, 2);
  assert.equal(weighed(review, 3), null);
});
