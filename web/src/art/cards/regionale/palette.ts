// Few flat colours, as a printer of cards would have had blocks for.
import { type Suit } from '../deck.ts';

export const INK = '#241913';
export const PAPER = 'var(--card-paper, #f8eed9)';
export const WHITE = '#fffaf0';
export const OCHRE = '#e5ab34';
export const RED = '#c63a2b';
export const BLUE = '#2f5f9f';
export const GREEN = '#3d8348';
export const STEEL = '#bfd0dd';
export const FLESH = '#f7dcbf';
export const BROWN = '#86512b';

/** The colour of each suit's index; each reads on the paper. */
export const SUIT_COLOUR: Record<Suit, string> = { b: '#256a35', c: '#b3261c', d: '#95600a', s: '#22508f' };
