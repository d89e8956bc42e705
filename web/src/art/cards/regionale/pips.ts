// Coins and cups stand in rows; batons cross and swords bow, as many to one side as to the other, with an odd
// one upright in the middle.
import { type Suit } from '../deck.ts';
import { at, both, twice } from '../svg.ts';
import { garland } from './ornaments.ts';
import { BLUE, GREEN, OCHRE, RED } from './palette.ts';
import { baton, blade, coin, cup, sabre, sabreHilt, shaft, sword } from './suits.ts';

type Place = readonly [x: number, y: number];

/** Where n signs stand, in two columns with a middle one. Turned upside down, most look the same. */
function places(n: number, left: number, top: number): Place[] {
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
  2: [0, 97, 1.75], 3: [0, 72, 1.42], 4: [56, 94, 1.28], 5: [56, 86, 1.18], 6: [57, 82, 1.2],
  7: [59, 78, 0.95], 8: [61, 74, 0.93], 9: [57, 74, 0.82], 10: [54, 76, 0.8],
};
const CUPS: Record<number, [left: number, top: number, scale: number]> = {
  2: [0, 103, 1.68], 3: [0, 77, 1.28], 4: [56, 100, 1.4], 5: [56, 92, 1.25], 6: [56, 86, 1.25],
  7: [52, 82, 1], 8: [60, 78, 0.9], 9: [56, 79, 0.86], 10: [55, 80, 0.84],
};

export function pips(n: number, suit: Suit): string {
  if (suit === 'b') return batons(n);
  if (suit === 's') return swords(n);
  const [left, top, scale] = (suit === 'd' ? COINS : CUPS)[n] ?? [0, 0, 1];
  const one = suit === 'd' ? coin() : cup();
  return flowers(n) + places(n, left, top).map(([x, y]) => at(x, y, one, scale)).join('');
}

/** Between two coins or cups, and among four. */
function flowers(n: number): string {
  if (n === 2) return both(at(52, 175, garland(), 0.9), 100);
  return n === 4 ? at(100, 175, garland(), 1.3) : '';
}

/** By how many go each way: how far apart, how broad, where the outermost begins. */
const CROSSED = [
  [0, 0, 0], [0, 18, 46], [27, 15, 40], [21, 12.5, 34], [17, 10.5, 29], [14.5, 9, 25],
] as const;

function batons(n: number): string {
  const k = n >> 1;
  const [step, width, first] = CROSSED[k] ?? CROSSED[1];
  const top = [0, 40, 42, 44, 48, 56][k] ?? 42;
  const tall = 350 - 2 * top;
  const lean = 200 - 2 * first - (k - 1) * step;
  const length = Math.hypot(lean, tall);
  const turn = (-Math.atan2(lean, tall) * 180) / Math.PI;
  const middle = (i: number): number => first + i * step + lean / 2;
  const each = Array.from({ length: k }, (_, i) => i);
  const falling = each.map((i) => at(middle(i), 175, baton(length, width, GREEN), 1, turn));
  const rising = each.map((i) => at(200 - middle(i), 175, baton(length, width, OCHRE), 1, -turn));
  // Woven: every second crossing is drawn again with the other one above.
  const over = each.flatMap((i) =>
    each.filter((j) => (i + j) % 2).map((j) => {
      const down = (200 - 2 * first - (i + j) * step) / (2 * lean);
      return at(first + i * step + lean * down, top + tall * down, shaft(width * 2.6, width, GREEN), 1, turn);
    }),
  );
  const odd = n % 2 ? at(100, 175, baton(306, width + 2, RED)) : '';
  const sprigs = n === 2 ? both(at(40, 175, garland(), 0.9, 90), 100) : '';
  return falling.join('') + rising.join('') + over.join('') + odd + sprigs;
}

const BOWED = [[0, 0, 0], [0, 15, 34], [22, 13, 27], [18, 11, 26], [15, 9.5, 25], [13, 8, 24]] as const;

function swords(n: number): string {
  const k = n >> 1;
  const [step, width, first] = BOWED[k] ?? BOWED[1];
  const ends = [0, 146, 138, 128, 120, 113][k] ?? 146;
  const left = Array.from({ length: k }, (_, i) => sabre(first + i * step, ends + i * step, 138, width));
  const blades = left.map((one) => blade(one)).join('');
  const hilts = left.map((one) => sabreHilt(one)).join('');
  const over = left.flatMap((one, i) =>
    left.map((other, j) => {
      const angle = crossing(one.centre, one.r, 200 - other.centre, other.r);
      const piece = (width / 2 + 1.4) / one.r / Math.sin(2 * angle);
      // Above the middle the even crossings, below it the odd ones: turned over, the card is the same.
      const where = (i + j) % 2 ? angle : -angle;
      return blade(one, where + piece, where - piece);
    }),
  );
  const odd = n % 2 ? at(100, 272, sword(238, width + 4, BLUE)) : '';
  const sprig = n === 2 || n === 4 ? at(100, 175, garland(), n === 2 ? 1.2 : 0.95, 90) : '';
  return twice(blades) + over.join('') + twice(hilts) + odd + sprig;
}

/** The angle on a circle about (centre, 175) where one about (other, 175) crosses it. */
function crossing(centre: number, r: number, other: number, otherR: number): number {
  const apart = centre - other;
  return Math.acos((apart * apart + r * r - otherR * otherR) / (2 * apart * r));
}
