// The thirteen signs of the corner index, as lines to be drawn with a broad pen: 20 wide, 30 high.
import { type Rank } from './deck.ts';

export const GLYPHS: Record<Rank, string> = {
  A: 'M1 30 10 1 19 30M4.5 20H15.5',
  '2': 'M2 9A8 8 0 0 1 18 9C18 16 6 20 2 29H18.5',
  '3': 'M2.5 6.5A8 7.4 0 1 1 10 14.5A8 7.6 0 1 1 2 23',
  '4': 'M14.5 30V1L1.5 21.5H19.5',
  '5': 'M17 1.5H5L3.5 14A8.4 8.4 0 1 1 2 24.5',
  '6': 'M15.5 2C7 5 2 12 2 20.5A8 8.3 0 1 0 2.3 18',
  '7': 'M1.5 1.5H18.5C13 10 8.5 19 7.5 30',
  '8': 'M10 14.2A7 6.4 0 1 1 10.1 14.2A8.2 7.6 0 1 1 9.9 14.2Z',
  '9': 'M4.5 28C13 25 18 18 18 9.5A8 8.3 0 1 0 17.7 12',
  '10': 'M-3 5.5 1.5 1.5V30M16 1.2C10 1.2 8.5 8 8.5 15.5S10 29.5 16 29.5 23.5 23 23.5 15.5 22 1.2 16 1.2Z',
  F: 'M3 30V1.5H18M3 15H14.5',
  C: 'M18 6.5A8.6 8.6 0 0 0 2 11V20A8.6 8.6 0 0 0 18 24.5',
  R: 'M3 30V1.5H10A7.4 7.4 0 0 1 10 16.5H3M10.5 16.5 18.5 30',
};

/** One sign with its top left corner at 0, 0. */
export const glyph = (rank: Rank, colour: string, pen: number): string =>
  `<path d="${GLYPHS[rank]}" fill="none" stroke="${colour}" stroke-width="${pen}" ` +
  `stroke-linejoin="round" stroke-linecap="round"/>`;
