// The plain cards: a large index, flat signs.
import { type Sign, type Suit } from '../deck.ts';
import { glyph } from '../glyphs.ts';
import { at, star, twice } from '../svg.ts';
import { figure } from './figures.ts';
import { COLOUR, GOLD, sign, TINT } from './signs.ts';

/** How many signs stand in each row, and how large they are: as one reads dice, not by counting. */
const ROWS: Record<number, [rows: number[], scale: number, across: number, down: number]> = {
  2: [[1, 1], 1.5, 0, 100],
  3: [[1, 1, 1], 1.1, 0, 69],
  4: [[2, 2], 1.4, 82, 100],
  5: [[2, 1, 2], 1.1, 88, 68],
  6: [[2, 2, 2], 1.1, 80, 69],
  7: [[2, 3, 2], 1, 57, 68],
  8: [[3, 2, 3], 1, 57, 68],
  9: [[3, 3, 3], 1, 57, 68],
  10: [[3, 4, 3], 0.82, 43, 66],
};

function pips(n: number, suit: Suit): string {
  const [rows, scale, across, down] = ROWS[n] ?? [[], 1, 0, 0];
  const one = sign(suit, COLOUR[suit], TINT[suit]);
  return rows
    .flatMap((count, row) =>
      Array.from({ length: count }, (_, i) =>
        at(100 + (i - (count - 1) / 2) * across, 175 + (row - (rows.length - 1) / 2) * down, one, scale),
      ),
    )
    .join('');
}

function index({ rank, suit }: Sign): string {
  const left = rank === '10' ? 19 : 16;
  return twice(at(left, 12, glyph(rank, COLOUR[suit], 5.4), 1.55) + at(167, 35, sign(suit), 0.78));
}

/** The panel leaves room for the index, or takes the whole card. */
const panel = (suit: Suit, top: number): string =>
  `<rect x="10" y="${top}" width="180" height="${350 - 2 * top}" rx="10" fill="${TINT[suit]}"/>`;

export function drawFace(card: Sign, withIndex: boolean): string {
  const { rank, suit } = card;
  const top = withIndex ? 67 : 10;
  const art =
    rank === 'A' ? at(100, 175, sign(suit, COLOUR[suit], TINT[suit]), 3.1)
    : rank === 'F' || rank === 'C' || rank === 'R' ? figure(rank, suit, 350 - top)
    : pips(Number(rank), suit);
  return panel(suit, top) + art + (withIndex ? index(card) : '');
}

const BACK = '#24466f';
const PALE = '#fcf8ee';

export function drawBack(): string {
  let net = '';
  for (let i = -8; i < 9; i++) net += `M${100 + i * 24 - 175} 0l350 350M${100 + i * 24 + 175} 0l-350 350`;
  const signs = (['s', 'c', 'b', 'd'] as const)
    .map((suit, i) => ({ turn: i * 90, one: sign(suit, PALE, BACK) }))
    .map(({ turn, one }) => `<g transform="rotate(${turn}) translate(0 -41) scale(.86)">${one}</g>`);
  return (
    `<rect width="200" height="350" fill="${BACK}"/>` +
    `<path d="${net}" fill="none" stroke="#3c6292" stroke-width="3"/>` +
    `<rect x="11" y="11" width="178" height="328" rx="9" fill="none" stroke="${PALE}" stroke-width="4"/>` +
    at(100, 175, `<circle r="76" fill="${BACK}" stroke="${PALE}" stroke-width="4"/>`) +
    at(100, 175, signs.join('') + `<path d="${star(8, 13, 5)}" fill="${GOLD}"/>`)
  );
}
