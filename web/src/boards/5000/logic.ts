// 5000 as the page follows it. What dice count the server says.
import { type Choice, written } from '../dice/logic/faces.ts';
import type { Picture, Told } from './wire.ts';

/** Before the first roll. */
export function start(now: Picture): Picture {
  const scores = now.scores.map(() => 0);
  return { ...now, player: 0, turns: 0, scores, hand: 0, turn_score: 0, dice: [], in_hand: 5, winner: null };
}

/** The table after an event, as far as the page shows it. */
export function after(now: Picture, told: Told, dice: number[]): Picture {
  switch (told.event) {
    case 'Rolled':
      return { ...now, player: told.seat, dice, in_hand: 0 };
    case 'Played':
      return { ...now, turn_score: told.turn_score };
    case 'HandDone':
      return { ...now, hand: told.hand };
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
