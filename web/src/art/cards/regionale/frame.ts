// The frame around every face, and the index in its corners.
import { type Rank, type Suit } from '../deck.ts';
import { glyph } from '../glyphs.ts';
import { twice } from '../svg.ts';
import { INK, PAPER, SUIT_COLOUR } from './palette.ts';

export const frame = (suit: Suit): string =>
  `<g fill="none"><rect x="9" y="9" width="182" height="332" rx="7" stroke-width="2.4"/>` +
  `<rect x="13.5" y="13.5" width="173" height="323" rx="4" stroke="${SUIT_COLOUR[suit]}" ` +
  `stroke-width="1.6"/></g>`;

/** Covers the corner of the frame and steps around the sign. The page enlarges `.index` on small cards. */
export function index(rank: Rank, suit: Suit): string {
  const side = rank === '10' ? 51 : 40;
  const corner =
    `<g class="index"><path d="M2 2H${side}V47H2Z" fill="${PAPER}" stroke="none"/>` +
    `<path d="M9 47H${side - 5}Q${side} 47 ${side} 42V9" fill="none" stroke="${INK}" stroke-width="2"/>` +
    `<g transform="translate(${rank === '10' ? 13 : 12} 9)">${glyph(rank, SUIT_COLOUR[suit], 4.8)}</g></g>`;
  return twice(corner);
}
