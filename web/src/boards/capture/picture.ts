// Plays in their notation, the two sides, and what is each game's own at the table.
import type { Lang } from '../../lib/i18n/langs.ts';

export type Side = 0 | 1;

/** Partners sit opposite each other; two players are a side each. */
export const sideOf = (seat: number): Side => (seat % 2 === 0 ? 0 : 1);
export const seatsOf = (side: Side, seats: number): number[] => (seats === 4 ? [side, side + 2] : [side]);

/** In which a game of the family is itself. */
export interface Manners {
  /** What the points made in play are called, by their place in the specials: the server's names. */
  specials: [sweep: string, picula: string | null, suited: string | null];
  /** Points that no other game has, in words. */
  points: Record<string, Record<Lang, string>>;
  /** Under some options a kind of points has another name. */
  renamed?: (what: string, options: Record<string, string>) => string;
  /** An equal card is taken before a sum. */
  fewest?: boolean;
}

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
