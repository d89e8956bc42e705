// Figures that stand together have the same decimals, in every language.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { figure, price } from '../src/lib/figures';
import { prefs } from '../src/lib/prefs.svelte';

afterEach(() => (prefs.lang = 'en'));

/** Spaces that don't break are spaces here. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('round figures keep their decimals, and so do those beyond certainty', () => {
  const chances = [0.04, 0.185, -1.383, 0, 1].map((value) => figure(value, 'chance', true));
  assert.deepEqual(chances, ['+4.0%', '+18.5%', '-138.3%', '0.0%', '+100.0%']);
  assert.deepEqual([figure(12, 'turns'), figure(0.674, 'turns')], ['12.00', '0.67']);
  assert.deepEqual([figure(350, 'points'), figure(412.34, 'points')], ['350.0', '412.3']);
});

test('nothing has no sign', () => {
  assert.deepEqual([figure(-1e-17, 'chance'), figure(-1e-17, 'chance', true), figure(-0.0004, 'turns', true)], ['0.0%', '0.0%', '0.00']);
});

test('numbers are written as the language writes them', () => {
  prefs.lang = 'fr';
  assert.deepEqual([figure(0.04, 'chance', true), price(0.674, 'turns')].map(plain), ['+4,0 %', '0,67 tours']);
  prefs.lang = 'it';
  assert.deepEqual([figure(0.04, 'chance', true), price(1234.5, 'points')].map(plain), ['+4,0%', '1234,5 punti']);
});

test('what costs a little is not said to cost nothing', () => {
  assert.deepEqual([price(0.0004, 'chance'), price(0.0006, 'chance')], ['< 0.1%', '0.1%']);
  assert.equal(price(0.001, 'turns'), '< 0.01 turns');
});

test('an estimate is give or take', () => {
  assert.equal(price(0.0123, 'chance', 0.008), '1.2% ± 0.8%');
  assert.equal(price(-0.002, 'chance', 0.0001), '0.0% ± < 0.1%');
});
