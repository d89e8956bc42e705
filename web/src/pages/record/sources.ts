// Where the steps of a replay come from: a record the house has, or one somebody brought.
import { get, type Waiting } from '../../lib/api';
import { prefs } from '../../lib/prefs.svelte';
import type { Replayed, ReviewTold, StepsTold } from '../../lib/rest';
import { PAGE, type Source } from './replay.svelte';

function query(seat: number | null, start: number): string {
  const fields = new URLSearchParams({ lang: prefs.lang, start: String(start), limit: String(PAGE) });
  if (seat !== null) fields.set('seat', String(seat));
  return fields.toString();
}

/** What the coach says to a game; `working` hears how long it will be. */
export type Coaching = (signal: AbortSignal, working: (state: Waiting) => void) => Promise<ReviewTold>;

export const coachOfHouse =
  (table: string): Coaching =>
  (signal, working) =>
    get(`/api/records/${encodeURIComponent(table)}/review?lang=${prefs.lang}`, signal, working);

export const coachOfText =
  (text: string): Coaching =>
  (signal, working) =>
    get(`/api/review?lang=${prefs.lang}`, signal, working, text);

export function fromHouse(table: string): Source {
  return (seat, start) => get<StepsTold>(`/api/records/${encodeURIComponent(table)}/steps?${query(seat, start)}`);
}

export function fromText(text: string): Source {
  return async (seat, start) => (await bring(text, seat, start)).replay;
}

/** Shows a record to the house: what it says, and its first steps. */
export async function bring(text: string, seat: number | null = null, start = 0): Promise<Replayed> {
  return get<Replayed>(`/api/replay?${query(seat, start)}`, undefined, undefined, text);
}
