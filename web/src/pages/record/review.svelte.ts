// The coach's review of a game: asked for once, when somebody wants it.
import { number } from '../../lib/i18n';
import type { DecisionTold, ReviewTold } from '../../lib/rest';
import type { Coaching } from './sources';

const FEW = 5;
const EVEN = 1e-9;

export class Review {
  found = $state.raw<ReviewTold | null>(null);
  busy = $state(false);
  ahead = $state(0);
  failed = $state.raw<Error | null>(null);
  #stop: AbortController | null = null;

  async ask(coaching: Coaching): Promise<void> {
    this.stop();
    const stop = (this.#stop = new AbortController());
    this.busy = true;
    this.failed = null;
    try {
      const found = await coaching(stop.signal, (state) => (this.ahead = state.ahead));
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

/** A figure in the unit of the review. */
export function figure(value: number, unit: ReviewTold['unit'], signed = false): string {
  const sign = { signDisplay: signed ? 'exceptZero' : 'auto' } as const;
  const digits = Math.abs(value) < 1 ? 1 : 0; // beyond certainty nobody counts tenths
  if (unit === 'win') return number(value, { style: 'percent', maximumFractionDigits: digits, ...sign });
  return number(value, { maximumFractionDigits: 2, ...sign });
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
