// The count of a hand as lines to read.
import type { Side } from './picture.ts';

/** HandEnded, as the server tells it. */
export interface HandCount {
  hand: number;
  points: [[string, number][], [string, number][]];
  piles: [string[], string[]];
  totals: [number, number];
  called_out: boolean;
}

export interface Line {
  what: string;
  points: [number, number];
  /** How many cards of that kind each side has, where they are counted. */
  cards: [number, number] | null;
}

export function linesOf(count: HandCount): Line[] {
  const names = count.points[0].map(([what]) => what);
  return names.map((what) => ({
    what,
    points: [pointsOf(count, 0, what), pointsOf(count, 1, what)],
    cards: counted(count, what),
  }));
}

export function sumOf(count: HandCount, side: Side): number {
  return count.points[side].reduce((sum, [, points]) => sum + points, 0);
}

function pointsOf(count: HandCount, side: Side, what: string): number {
  return count.points[side].find(([name]) => name === what)?.[1] ?? 0;
}

function counted(count: HandCount, what: string): [number, number] | null {
  const suit = { spade: 's', denari: 'd' }[what];
  if (what !== 'carte' && !suit) return null;
  const [one, other] = count.piles.map((pile) => pile.filter((card) => !suit || card.endsWith(suit)).length);
  return [one ?? 0, other ?? 0];
}
