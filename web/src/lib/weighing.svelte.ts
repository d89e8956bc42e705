// What each move of a decision is worth: asked for when somebody looks at it, and no sooner.
import { ownOf } from '../boards';
import { ApiError, get, type Waiting } from './api';
import { figure, price } from './figures';
import { prefs } from './prefs.svelte';
import type { TableStore } from './table.svelte';

/** The measure of a decision. */
export type Aim = 'turn' | 'win' | 'set';

export interface Valued {
  move: string;
  value: { p: number };
  behind: number;
  reason: string;
}

export interface Explained {
  aim: 'points' | 'turns' | 'win' | 'set_loss';
  /** What is counted, in words, where somebody said so. */
  counts?: string;
  exact?: boolean;
  moves: Valued[];
}

const PATIENCE = 250; // milliseconds: stepping through quickly asks for nothing

export class Weighing {
  found = $state.raw<Explained | null>(null);
  /** How long it will be, while it is being worked out. */
  waiting = $state.raw<Waiting | null>(null);
  busy = $state(false);
  failed = $state.raw<Error | null>(null);

  /** To be called from an effect: asks for the decision that is due, and stops asking when another is. */
  look(table: TableStore, aim: Aim): () => void {
    this.found = null;
    this.failed = null;
    this.waiting = null;
    const { game, options } = table;
    const position = table.sight ? (ownOf(game)?.weigh?.position(table.sight.table, aim) ?? null) : null;
    this.busy = position !== null;
    if (position === null) return () => undefined;
    const query = new URLSearchParams({ position, lang: prefs.lang });
    for (const [name, value] of Object.entries(options)) query.append('set', `${name}=${value}`);
    const stop = new AbortController();
    const timer = setTimeout(() => void this.#ask(`/api/explain/${game}?${query}`, stop.signal), PATIENCE);
    return () => (clearTimeout(timer), stop.abort());
  }

  async #ask(path: string, signal: AbortSignal): Promise<void> {
    try {
      const found = await get<Explained>(path, signal, (state) => (this.waiting = state));
      if (!signal.aborted) this.found = found;
    } catch (error) {
      if (!signal.aborted) this.failed = error as Error;
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  get tooMuch(): boolean {
    return this.failed instanceof ApiError && this.failed.status === 429;
  }
}

/** Where the played move is among the valued ones; -1 if it is not. */
export function placeOf(move: string | null, found: Explained): number {
  return move === null ? -1 : found.moves.findIndex((one) => sameMove(one.move, move));
}

/** Are these the same move? Dice may be told in another order. */
export function sameMove(one: string, other: string): boolean {
  return one === other || ordered(one) === ordered(other);
}

function ordered(move: string): string {
  return move.replace(/\d{2,}/g, (dice) => [...dice].sort().join(''));
}

const COUNTED = { points: 'points', turns: 'turns', win: 'chance', set_loss: 'chance' } as const;

/** What a move is worth, without its unit. */
export function worthOf(one: Valued, { aim }: Explained): string {
  return figure(one.value.p, COUNTED[aim]);
}

/** What a move gives away beside the best. */
export function costOf(one: Valued, { aim }: Explained): string {
  return price(one.behind, COUNTED[aim]);
}

/** How long the bar of each move is, from 0 to 1: the longer the better the move is for its aim's measure. */
export function barOf(one: Valued, found: Explained): number {
  const most = Math.max(...found.moves.map((each) => Math.abs(each.value.p)));
  return most > 0 ? Math.abs(one.value.p) / most : 0;
}
