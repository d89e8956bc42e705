// The coach's review of a game: asked for once, on demand.
import type { Waiting } from '../../lib/api';
import { type Counted, figure, price } from '../../lib/figures';
import type { BalanceTold, DecisionTold, ReviewTold } from '../../lib/rest';
import { type Explained, placeOf } from '../../lib/weighing.svelte';
import type { Coaching } from './sources';

const FEW = 5;
export const EVEN = 1e-9;

export class Review {
  found = $state.raw<ReviewTold | null>(null);
  busy = $state(false);
  waiting = $state.raw<Waiting>({ ahead: 0 });
  failed = $state.raw<Error | null>(null);
  #stop: AbortController | null = null;

  async ask(coaching: Coaching): Promise<void> {
    this.stop();
    const stop = (this.#stop = new AbortController());
    this.busy = true;
    this.failed = null;
    try {
      const found = await coaching(stop.signal, (state) => (this.waiting = state));
      if (!stop.signal.aborted) this.found = found;
    } catch (error) {
      if (!stop.signal.aborted) this.failed = error as Error;
    } finally {
      if (this.#stop === stop) this.busy = false;
    }
  }

  stop(): void {
    this.#stop?.abort();
  }
}

/** The decisions that cost most, the dearest first; none that cost nothing. */
export function dearest({ decisions }: ReviewTold): DecisionTold[] {
  return decisions
    .filter((one) => one.cost > EVEN)
    .sort((one, other) => other.cost - one.cost)
    .slice(0, FEW);
}

const COUNTED: Record<ReviewTold['unit'], Counted> = { win: 'chance', turns: 'turns' };
export const PARTS = ['start', 'luck', 'play', 'others', 'result'] as const;

/** A part of a balance; what was added or taken has its sign. */
export function partOf(balance: BalanceTold, part: (typeof PARTS)[number], unit: ReviewTold['unit']): string {
  return figure(balance[part], COUNTED[unit], part !== 'start' && part !== 'result');
}

/** What a decision gave away. */
export function costOf({ cost, low, high }: DecisionTold, unit: ReviewTold['unit']): string {
  return price(cost, COUNTED[unit], (high - low) / 2);
}

/** A decision as the odds tell theirs, in the figures of the coach; null where nobody decided. */
export function weighed(review: ReviewTold, number: number): Explained | null {
  const made = review.decisions.find((one) => one.number === number);
  if (!made) return null;
  const moves = made.choices.map(({ move, value, cost }, place) => ({
    move,
    value: { p: value },
    behind: cost,
    reason: place === 0 ? made.why : '',
  }));
  const told: Explained = { aim: review.unit, counts: review.unit_says, exact: review.exact, moves };
  // The coach lists a dozen at most; the played move is always among them.
  if (placeOf(made.move, told) < 0) moves.push({ move: made.move, value: { p: made.value }, behind: made.cost, reason: '' });
  return told;
}

/** The course of the game for each seat as points of a line, `wide` and `high`; what is better is higher. */
export function courses(review: ReviewTold, wide: number, high: number): string[] {
  const { course, seats, moves } = review;
  const all = review.unit === 'win' ? [0, 1] : course.flatMap((one) => one.values);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const part = (value: number) => (most > least ? (value - least) / (most - least) : 0.5);
  const up = (value: number) => (review.more_is_better ? part(value) : 1 - part(value));
  const point = (at: number, value: number) =>
    `${((wide * at) / Math.max(1, moves)).toFixed(1)},${(high * (1 - up(value))).toFixed(1)}`;
  return seats.map((_, seat) => course.map((one) => point(one.number, one.values[seat] ?? 0)).join(' '));
}
