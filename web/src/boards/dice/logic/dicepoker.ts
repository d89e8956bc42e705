// Dice Poker as the page follows it: the patterns, and exactly what another throw of some dice would give.
import { type Choice, without, written } from './faces.ts';

/** From the most to the least valuable, as the rules list them. */
export const PATTERNS = [
  'mega',
  'great_straight',
  'little_straight',
  'quads',
  'full',
  'trips',
  'two_pair',
  'pair',
  'nothing',
] as const;
export type Pattern = (typeof PATTERNS)[number];

/** Dice that show a pattern, for its line in the table. */
export const LOOKS: Record<Pattern, number[]> = {
  mega: [6, 6, 6, 6, 6],
  great_straight: [2, 3, 4, 5, 6],
  little_straight: [1, 2, 3, 4],
  quads: [5, 5, 5, 5],
  full: [4, 4, 4, 2, 2],
  trips: [3, 3, 3],
  two_pair: [5, 5, 2, 2],
  pair: [1, 1],
  nothing: [],
};

/** The three scales of the option `points`, in the order of PATTERNS. */
export const POINTS: Record<string, readonly number[]> = {
  table: [1000, 740, 130, 120, 80, 50, 40, 10, 0],
  linear: [1000, 738, 133, 123, 78, 52, 38, 11, 0],
  recalibrated: [1000, 170, 80, 120, 60, 50, 40, 10, 0],
};

export function pointsOf(scale: string | undefined, pattern: Pattern): number {
  return (POINTS[scale ?? 'table'] ?? POINTS.table!)[PATTERNS.indexOf(pattern)]!;
}

/** As games/dice_poker/picture.py tells it. */
export interface Picture {
  seats: number;
  player: number;
  turns: number;
  scores: number[];
  dice: number[];
  in_hand: number[];
  rerolls: number;
  over: boolean;
}

interface Told {
  event: string;
  [field: string]: any;
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

/** Of the patterns that match five dice, the most valuable. */
export function patternOf(dice: readonly number[]): Pattern {
  const tally = [0, 0, 0, 0, 0, 0, 0];
  for (const face of dice) tally[face] = (tally[face] ?? 0) + 1;
  const [most = 0, second = 0] = [...tally].sort((a, b) => b - a);
  let longest = 0;
  for (let face = 1, run = 0; face <= 6; face++) longest = Math.max(longest, (run = tally[face] ? run + 1 : 0));
  if (most === 5) return 'mega';
  if (longest === 5) return 'great_straight';
  if (longest === 4) return 'little_straight';
  if (most === 4) return 'quads';
  if (most === 3) return second === 2 ? 'full' : 'trips';
  if (most === 2) return second === 2 ? 'two_pair' : 'pair';
  return 'nothing';
}

/** How many of the 6^n ways the dice may fall give each pattern. */
export function ways(kept: readonly number[], thrown: number): Record<Pattern, number> {
  const found = Object.fromEntries(PATTERNS.map((pattern) => [pattern, 0])) as Record<Pattern, number>;
  const dice = [...kept];
  const fall = (left: number) => {
    if (!left) return void found[patternOf(dice)]++;
    for (let face = 1; face <= 6; face++) {
      dice.push(face);
      fall(left - 1);
      dice.pop();
    }
  };
  fall(thrown);
  return found;
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
  const why = thrown.length > 3 ? 'keepTwo' : thrown.length === 0 ? 'allKept' : 'noMore';
  return [
    { id: 'reroll', move, why: moves.includes(move) ? null : why },
    { id: 'stand', move: 'stand', why: moves.includes('stand') ? null : 'noMore' },
  ];
}
