// 5000 as the page follows it. `score` is a preview of what the server will count; tests hold it to the server.
import { type Choice, written } from './faces.ts';

export const DICE = 5;
export const HANDS = 3;

/** As games/five_thousand/picture.py tells it. */
export interface Picture {
  seats: number;
  player: number;
  turns: number;
  scores: number[];
  hand: number;
  turn_score: number;
  dice: number[];
  in_hand: number;
  winner: number | null;
}

interface Told {
  event: string;
  [field: string]: any;
}

/** The table after an event, as far as the page shows it. */
export function after(now: Picture, told: Told, dice: number[]): Picture {
  switch (told.event) {
    case 'Rolled':
      return { ...now, player: told.seat, dice, in_hand: 0 };
    case 'Played':
      return { ...now, turn_score: told.turn_score };
    case 'HandDone':
      return { ...now, hand: Math.min(told.hand, HANDS - 1) };
    case 'Banked': {
      const scores = now.scores.map((score, seat) => (seat === told.seat ? told.total : score));
      return { ...now, scores, hand: 0, turn_score: 0 };
    }
    case 'Trashed':
      return { ...now, hand: 0, turn_score: 0 };
    default:
      return now;
  }
}

/** What dice played together count in the first hand; 0 if they may not be. */
export function score(dice: readonly number[], brelanOfAces = 100): number {
  const tally = [0, 0, 0, 0, 0, 0, 0];
  for (const face of dice) tally[face] = (tally[face] ?? 0) + 1;
  if (tally[5] === DICE) return 5000;
  const sorted = written(dice);
  if (sorted === '54321' || sorted === '65432') return 1500;
  let points = 0;
  for (let face = 1; face <= 6; face++) {
    let left = tally[face] ?? 0;
    if (left >= 3) {
      points += face === 1 ? brelanOfAces : 100 * face;
      left -= 3;
    }
    if (face === 1) points += 100 * left;
    else if (face === 5) points += 50 * left;
    else if (left) return 0;
  }
  return points;
}

export type Act = 'play' | 'bank' | 'trash';
export type WhyNot = 'chooseDice' | 'dontCount' | 'bankLater' | 'nothing';

export function choices(chosen: readonly number[], moves: readonly string[]): Choice<Act, WhyNot>[] {
  const play = `play ${written(chosen)}`;
  const any = moves.some((move) => move.startsWith('play'));
  const why = !any ? 'nothing' : chosen.length ? 'dontCount' : 'chooseDice';
  return [
    { id: 'play', move: play, why: moves.includes(play) ? null : why },
    { id: 'bank', move: 'bank', why: moves.includes('bank') ? null : 'bankLater' },
    { id: 'trash', move: 'trash', why: moves.includes('trash') ? null : 'bankLater' },
  ];
}

/** The faces that count in some play, alone or with others. */
export function counting(moves: readonly string[]): Set<number> {
  const plays = moves.filter((move) => move.startsWith('play '));
  return new Set(plays.flatMap((move) => [...move.slice(5)].map(Number)));
}
