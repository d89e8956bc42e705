// The traditional cards, in the manner of the decks of the Veneto and Lombardy.
import { type Sign } from '../deck.ts';
import { ace } from './aces.ts';
import { back } from './back.ts';
import { figure } from './figures.ts';
import { frame, index } from './frame.ts';
import { INK } from './palette.ts';
import { pips } from './pips.ts';

const inked = (art: string): string =>
  `<g stroke="${INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">${art}</g>`;

export function drawFace({ rank, suit }: Sign, withIndex: boolean): string {
  const art =
    rank === 'A' ? ace(suit)
    : rank === 'F' || rank === 'C' || rank === 'R' ? figure(rank, suit)
    : pips(Number(rank), suit);
  return inked(art + frame(suit)) + (withIndex ? index(rank, suit) : '');
}

export const drawBack = (): string => inked(back());
