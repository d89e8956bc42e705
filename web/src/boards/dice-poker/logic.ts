// Dice Poker as the page follows it. What a pattern is, what it counts and how often it falls the server says.
import { type Choice, without, written } from '../dice/logic/faces.ts';
import type { Counts, Picture, Told } from './wire.ts';

/** Dice that show a pattern, for its line in the table. */
export const LOOKS: Record<string, number[]> = {
  mega: [6, 6, 6, 6, 6],
  great_straight: [2, 3, 4, 5, 6],
  little_straight: [1, 2, 3, 4],
  quads: [5, 5, 5, 5],
  full: [4, 4, 4, 2, 2],
  trips: [3, 3, 3],
  two_pair: [5, 5, 2, 2],
  pair: [1, 1],
};

/** A line of the table of patterns; `ways` are those in which dice thrown again may fall to it. */
export interface Line {
  pattern: string;
  points: number;
  ways: number;
}

/** All patterns, the most valuable first. With dice kept, how often throwing the others gives each. */
export function lines(counts: Counts, kept: readonly number[] | null): Line[] {
  const falls = kept && counts.falls[written(kept)];
  return counts.patterns
    .map((pattern, n) => ({ pattern, points: counts.points[n]!, ways: falls?.[n] ?? 0 }))
    .reverse();
}

/** What five dice show and count; null for fewer. */
export function shown(counts: Counts, dice: readonly number[]): Line | null {
  const n = counts.shows[written(dice)];
  return n === undefined ? null : { pattern: counts.patterns[n]!, points: counts.points[n]!, ways: 0 };
}

/** Before the first roll. */
export function start(now: Picture): Picture {
  return { ...now, player: 0, turns: 0, scores: now.scores.map(() => 0), dice: [], in_hand: [], over: false };
}

/** The table after an event, as far as the page shows it. */
export function after(now: Picture, told: Told, dice: number[]): Picture {
  switch (told.event) {
    case 'Rolled': {
      const first = String(told.rolled).length === dice.length;
      return { ...now, player: told.seat, dice, rerolls: first ? now.rerolls : Math.max(0, now.rerolls - 1) };
    }
    case 'Scored':
      return { ...now, scores: now.scores.map((score, seat) => (seat === told.seat ? told.total : score)) };
    default:
      return now;
  }
}

export type Act = 'reroll' | 'stand';
export type WhyNot = 'keepTwo' | 'allKept' | 'noMore';

/** What these kept dice mean: the others once more, or all of them as they lie. */
export function choices(
  dice: readonly number[],
  kept: readonly number[],
  moves: readonly string[],
): Choice<Act, WhyNot>[] {
  const thrown = without(dice, kept) ?? [];
  const move = `reroll ${written(thrown)}`;
  const again = moves.some((one) => one.startsWith('reroll'));
  const why = !again ? 'noMore' : thrown.length ? 'keepTwo' : 'allKept';
  return [
    { id: 'reroll', move, why: moves.includes(move) ? null : why },
    { id: 'stand', move: 'stand', why: moves.includes('stand') ? null : 'noMore' },
  ];
}
