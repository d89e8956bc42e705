// What the projector shows next, how fast, and which teams there is room for. Nothing here is on the screen.
import type { Committed, GameSeen, Onlooking } from '../../../lib/rest.ts';

export type Chosen = { table: string; game: GameSeen | null; live: Committed | null };

/** The game most worth seeing of those that were not shown yet. Where all were, one that is played now, if its dice
    may be seen; and else the best one again. */
export function pick(told: Pick<Onlooking, 'games' | 'playing' | 'held'>, seen: ReadonlySet<string>, last = ''): Chosen | null {
  const fresh = told.games.find((game) => !seen.has(game.table));
  if (fresh) return { table: fresh.table, game: fresh, live: null };
  const [live] = told.held ? [] : told.playing;
  if (live && live.table !== last) return { table: live.table, game: null, live };
  const again = told.games.find((game) => game.table !== last) ?? told.games[0];
  return again ? { table: again.table, game: again, live: null } : null;
}

const WHOLE = 95_000; // milliseconds in which a game is told, however many moves it has
const USUAL = 640; // of a step, told as it likes
const LAST = 30; // steps at the end that take their time
const QUICKEST = 0.12;

/** How quickly a step is told, with so many after it: 1 as it likes, less for quicker. The end is never hurried. */
export function paceOf(left: number, moves: number): number {
  const before = moves - LAST;
  if (left < LAST || before <= 0) return 1;
  return Math.max(QUICKEST, Math.min(1, (WHOLE - LAST * USUAL) / (before * USUAL)));
}

const HEIGHT = 22; // of the standings, in rows
const HEADING = 0.6; // of a tier, in rows

/** How many rows of the standings there is room for, among so many tiers. */
export function roomFor(tiers: number): number {
  return Math.max(14, Math.floor(HEIGHT - HEADING * tiers)); // all in tiers of their own: 14
}

/** The rows there is room for: the first ones always, of the others a part, and another part at the next turn. */
export function rowsAt<T>(all: readonly T[], room: number, first: number, turn: number): T[] {
  if (all.length <= room) return [...all];
  const others = all.slice(first);
  const part = room - first;
  const pages = Math.ceil(others.length / part);
  const begin = Math.min((turn % pages) * part, others.length - part);
  return [...all.slice(0, first), ...others.slice(begin, begin + part)];
}

/** 3723 as 1:02:03, 75 as 1:15. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The winners of the day: the teams of the first tier, who can't be ranked among each other. */
export function winners(told: Pick<Onlooking, 'day'>): string[] {
  return told.day?.standings.filter((team) => team.tier === 1).map((team) => team.name) ?? [];
}
