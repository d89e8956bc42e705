// The count of a hand as lines to read.
import type { Side } from './picture.ts';
import type { HandEnded } from './wire.ts';

export interface Line {
  what: string;
  points: [number, number];
  /** What each side has of it, where that is compared: so many cards, or what the primiera is worth. */
  has: [number, number] | null;
}

export function linesOf(count: HandEnded): Line[] {
  const names = count.points[0].map(([what]) => what);
  return names.map((what) => ({
    what,
    points: [pointsOf(count, 0, what), pointsOf(count, 1, what)],
    has: hasOf(count, what),
  }));
}

export function sumOf(count: HandEnded, side: Side): number {
  return count.points[side].reduce((sum, [, points]) => sum + points, 0);
}

function pointsOf(count: HandEnded, side: Side, what: string): number {
  return count.points[side].find(([name]) => name === what)?.[1] ?? 0;
}

function hasOf(count: HandEnded, what: string): [number, number] | null {
  const told = count.counts.find(([name]) => name === what);
  return told ? [told[1], told[2]] : null;
}
