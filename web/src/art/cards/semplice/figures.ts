// Three heads: the fante's feathered cap, the cavallo's horse, the re's crown and beard.
import { type Suit } from '../deck.ts';
import { at, both, dot, flat, line } from '../svg.ts';
import { COAT, GOLD, INK } from './signs.ts';

const SKIN = '#f3d2ae';
const WHITE = '#fffdf7';
/** Where the coat is gold, what is gold elsewhere is red. */
const second = (suit: Suit): string => (suit === 'd' ? '#b5402c' : GOLD);

const shoulders = (suit: Suit): string =>
  flat('M-58 80C-58 46-36 32 0 32S58 46 58 80Z', COAT[suit]);

const features = (): string =>
  both(dot(-8, -9, 2.8, INK)) + line('M0-8V0H-3.5', INK, 2.2);

function fante(suit: Suit): string {
  return (
    flat('M-27-24H27V14Q27 22 18 22H-18Q-27 22-27 14Z', '#6b4426') +
    shoulders(suit) +
    flat('M-9 8H9V26L0 36-9 26Z', SKIN) +
    flat('M-28 27-9 22 0 36 9 22 28 27 14 46 0 36-14 46Z', WHITE) +
    flat('M-19-26H19V-2A19 21 0 0 1-19-2Z', SKIN) +
    features() +
    line('M-6 8Q0 12 6 8', '#b5402c', 2.6) +
    flat('M8-36C14-62 40-66 54-46C42-50 32-42 22-28Z', second(suit)) +
    flat('M-31-20C-36-44-16-54 4-52C28-50 36-36 31-20Q0-29-31-20Z', COAT[suit]) +
    line('M-29-21Q0-30 29-21', INK, 4)
  );
}

function cavallo(suit: Suit): string {
  return (
    flat(
      'M-44 80H58C60 14 38-40 6-50L-2-64-15-47C-22-36-36-16-52-3C-60 6-54 20-43 20C-35 20-29 14-20 12' +
        'C-12 14-5 12 1 6C2 30-34 44-44 80Z',
      COAT[suit],
    ) +
    flat('M4-51C42-42 64 14 58 80H40C46 24 32-22 0-34C6-40 6-46 4-51Z', second(suit)) +
    dot(-17, -21, 4.5, WHITE) + dot(-18, -21, 2.4, INK) +
    dot(-46, 6, 2.6, WHITE) +
    line('M-4-32C0-14-8 0-28 12M-36-16Q-27-4-27 14', WHITE, 3.5)
  );
}

function re(suit: Suit): string {
  return (
    flat('M-25-24H25V8H-25Z', '#5b4a40') +
    shoulders(suit) +
    flat('M-34 27Q0 16 34 27L24 46Q0 54-24 46Z', WHITE) +
    [-18, -6, 6, 18].map((x) => dot(x, 42 - Math.abs(x) / 6, 2.2, INK)).join('') +
    flat('M-20-26H20V0A20 20 0 0 1-20 0Z', SKIN) +
    features() +
    flat('M-22-4C-16 4-12 5-8 4Q0 1 8 4C12 5 16 4 22-4V10C22 28 8 36 0 40C-8 36-22 28-22 10Z', '#5b4a40') +
    line('M-5 11Q0 13.5 5 11', '#e7a08a', 2.6) +
    flat('M-27-24-33-55-16-41 0-61 16-41 33-55 27-24Q0-30-27-24Z', suit === 'd' ? '#c98208' : GOLD) +
    line('M-26-28Q0-34 26-28', suit === 'd' ? '#b5402c' : COAT[suit], 5) +
    [0, -33, 33].map((x) => dot(x, x ? -55 : -61, 4.5, suit === 'd' ? second(suit) : COAT[suit])).join('')
  );
}

const FIGURES = { F: fante, C: cavallo, R: re };

/** A figure that stands on the lower edge of its panel. */
export const figure = (rank: 'F' | 'C' | 'R', suit: Suit, edge: number): string =>
  at(100, edge - 108, FIGURES[rank](suit), 1.35);
