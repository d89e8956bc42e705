// What `sight.table` holds at a table of a capture game, and plays in their notation.

export interface Picture {
  seats: number;
  hand: string[]; // the viewer's own
  hand_sizes: number[];
  table: string[];
  taken: [string[], string[]]; // by side
  undealt: number;
  bottom: string | null; // shown under the stock, later the dealer's
  hand_number: number;
  dealer: number;
  turn: number;
  last_play: [number, string] | null;
  totals: [number, number];
  specials: [Specials, Specials]; // made so far in this hand
}
export type Specials = [sweep: number, picula: number, suited: number];
export type Side = 0 | 1;

/** Partners sit opposite each other; two players are a side each. */
export const sideOf = (seat: number): Side => (seat % 2 === 0 ? 0 : 1);
export const seatsOf = (side: Side, seats: number): number[] => (seats === 4 ? [side, side + 2] : [side]);

/** What the points made in play are called at each table, by their place in Specials. */
export const SPECIALS: Record<string, SpecialNames> = {
  spazzino: ['spazzino', 'picula', 'bager'],
  scopetta: ['scopa', null, null],
  tombolon: ['scopa', null, 'scopa_colore'],
};
type SpecialNames = [sweep: string, picula: string | null, suited: string | null];

export interface Play {
  move: string;
  card: string;
  taken: string[];
}

/** `7d` drops a card, `7d x 5c 2b` takes two with it. */
export function readPlay(move: string): Play {
  const [card = '', taken = ''] = move.split(' x ');
  return { move, card, taken: taken.split(' ').filter(Boolean) };
}

/** The plays still meant by a chosen card and the table cards picked so far. */
export function fitting(plays: Play[], card: string | null, picked: string[]): Play[] {
  return plays.filter((play) => play.card === card && picked.every((one) => play.taken.includes(one)));
}

const RANKS = 'A 2 3 4 5 6 7 8 9 10 F C R'.split(' ');

/** By rank, then suit: equal cards lie side by side. */
export function sorted(cards: string[]): string[] {
  const place = (card: string) => RANKS.indexOf(card.slice(0, -1)) * 4 + 'bcds'.indexOf(card.slice(-1));
  return [...cards].sort((one, other) => place(one) - place(other));
}
