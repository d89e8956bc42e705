// Coins and cups stand in rows; batons cross and swords bow, as many to one side as to the other, with an odd
// one upright in the middle.
import { type Suit } from '../deck.ts';
import { at, flat, shape, turned } from '../svg.ts';
import { BLUE, GREEN, OCHRE, RED } from './palette.ts';
import { baton, coin, cup, sabre, sword } from './suits.ts';

type Place = readonly [x: number, y: number];

/** Where n signs stand, in two columns with a middle one. Turned upside down, most look the same. */
export function places(n: number, left: number, top: number): Place[] {
  const rows = (count: number): Place[] =>
    Array.from({ length: count }, (_, i) => top + (i * (350 - 2 * top)) / (count - 1)).flatMap(
      (y) => [[left, y] as const, [200 - left, y] as const],
    );
  const quarter = top + (350 - 2 * top) / 6;
  switch (n) {
    case 2: return [[100, top], [100, 350 - top]];
    case 3: return [[100, top], [100, 175], [100, 350 - top]];
    case 4: return rows(2);
    case 5: return [...rows(2), [100, 175]];
    case 6: return rows(3);
    case 7: return [...rows(3), [100, top + (350 - 2 * top) / 4]];
    case 8: return rows(4);
    case 9: return [...rows(4), [100, 175]];
    default: return [...rows(4), [100, quarter], [100, 350 - quarter]];
  }
}

const COINS: Record<number, [left: number, top: number, scale: number]> = {
  2: [0, 97, 1.75], 3: [0, 72, 1.42], 4: [60, 92, 1.15], 5: [60, 86, 1.13], 6: [62, 84, 1.1],
  7: [59, 78, 0.95], 8: [61, 72, 0.93], 9: [57, 70, 0.85], 10: [56, 68, 0.83],
};
const CUPS: Record<number, [left: number, top: number, scale: number]> = {
  2: [0, 102, 1.75], 3: [0, 76, 1.28], 4: [60, 100, 1.4], 5: [58, 90, 1.2], 6: [62, 88, 1.15],
  7: [56, 84, 1], 8: [62, 74, 0.95], 9: [54, 72, 0.88], 10: [53, 72, 0.85],
};

export function pips(n: number, suit: Suit): string {
  if (suit === 'b') return batons(n);
  if (suit === 's') return swords(n);
  const [left, top, scale] = (suit === 'd' ? COINS : CUPS)[n] ?? [0, 0, 1];
  const one = suit === 'd' ? coin() : cup();
  return places(n, left, top).map(([x, y]) => at(x, y, one, scale)).join('');
}

/** By how many go each way: how far apart, how broad, where the outermost begins. */
const CROSSED = [[0, 0, 0], [0, 19, 50], [27, 16, 40], [20, 13.5, 38], [17, 12, 33], [14.5, 10.5, 31]] as const;

function batons(n: number): string {
  const k = n >> 1;
  const [step, width, first] = CROSSED[k] ?? CROSSED[1];
  const lean = 200 - 2 * first - (k - 1) * step;
  const length = Math.hypot(lean, 262);
  const turn = (-Math.atan2(lean, 262) * 180) / Math.PI;
  let drawn = '';
  for (let i = 0; i < k; i++) {
    const x = first + i * step + lean / 2;
    drawn += at(x, 175, baton(length, width, GREEN), 1, turn);
    drawn += at(200 - x, 175, baton(length, width, OCHRE), 1, -turn);
  }
  return drawn + (n % 2 ? at(100, 175, baton(304, width + 2, RED)) : '') + (k === 1 && n === 2 ? sprigs() : '');
}

const BOWED = [[0, 0, 0], [0, 15, 34], [22, 13, 27], [18, 11, 26], [15, 10, 25], [13, 9, 23]] as const;

function swords(n: number): string {
  const k = n >> 1;
  const [step, width, first] = BOWED[k] ?? BOWED[1];
  const ends = k === 1 ? 140 : 150 - (k - 1) * step * 0.45;
  let drawn = '';
  for (let i = 0; i < k; i++) {
    const one = sabre(first + i * step, ends + i * step * 0.55, 138, width, RED);
    drawn += one + turned(one);
  }
  return drawn + (n % 2 ? at(100, 268, sword(226, width + 3, BLUE)) : '');
}

/** Leaves for the empty sides of a card with few signs. */
function sprigs(): string {
  return flat('', BLUE) + shape('', GREEN);
}
