// The plain suit signs: one colour each and one shape each, about 0, 0, some 54 high.
import { type Suit } from '../deck.ts';
import { dot, flat, line, star } from '../svg.ts';

export const PAPER = 'var(--card-paper, #fcf8ee)';
export const INK = '#2b2521';
export const GOLD = '#e3a824';

/** The colour of the signs and of the index. */
export const COLOUR: Record<Suit, string> = { b: '#25773d', c: '#c22b25', d: '#a76a00', s: '#26569f' };
/** What the figures wear. */
export const COAT: Record<Suit, string> = { ...COLOUR, d: '#d8951a' };
const tint = (colour: string, part: number): string => `color-mix(in srgb, ${colour} ${part}%, ${PAPER})`;
/** What the signs stand on: a breath of their colour over the paper, whatever the theme makes of it. */
export const TINT: Record<Suit, string> = {
  b: tint('#3fae5a', 16),
  c: tint('#ee6a58', 17),
  d: tint('#f4b62f', 24),
  s: tint('#5a95f5', 19),
};

type Draw = (colour: string, cut: string) => string;

const baton: Draw = (colour, cut) =>
  `<g transform="rotate(38)">` +
  flat('M-4.5 29 -9-14C-13-26-7-33 0-33S13-26 9-14L4.5 29Q0 32-4.5 29Z', colour) +
  dot(-9.5, -15, 4.2, colour) + dot(9.5, -22, 4.2, colour) +
  dot(7.5, -5, 3.8, colour) + dot(-6, 3, 3.4, colour) +
  line('M-3.5-23Q-5-10-2.5 0M3.5-15Q2.5-4 2 6', cut, 2.2) +
  line('M-7 15 7 18M-6.5 21 6.5 24', cut, 2.2) +
  '</g>';

const cup: Draw = (colour, cut) =>
  flat('M-22-25H22C22-4 14 5 4 7V15C11 16 15 20 16 26H-16C-15 20-11 16-4 15V7C-14 5-22-4-22-25Z', colour) +
  line('M-20.5-15H20.5', cut, 3.5);

const coin: Draw = (colour, cut) =>
  dot(0, 0, 25, colour) + dot(0, 0, 20, cut === PAPER || cut === TINT.d ? GOLD : cut) +
  flat(star(8, 16.5, 7.5), colour) + dot(0, 0, 3.6, cut);

const sword: Draw = (colour, cut) =>
  flat('M0-31 6-22V8H-6V-22Z', colour) +
  line('M0-20V4', cut, 2) +
  flat(
    'M-20 2C-20 5-16 6-12 6H12C16 6 20 5 20 2C23 10 18 12 14 12H-14C-18 12-23 10-20 2ZM-3.5 11H3.5V22' +
      'H-3.5Z',
    colour,
  ) +
  dot(0, 24.5, 5, colour);

const SIGNS: Record<Suit, Draw> = { b: baton, c: cup, d: coin, s: sword };

export const sign = (suit: Suit, colour = COLOUR[suit], cut = PAPER): string =>
  `<g stroke-linecap="round">${SIGNS[suit](colour, cut)}</g>`;
