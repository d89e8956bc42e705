// A question about odds, and its answer when it has been worked out.
import { get, type Waiting } from '../../lib/api';
import { number } from '../../lib/i18n';

export interface Chance {
  exact: string | null;
  p: number;
}

export class Asked<T> {
  answer = $state.raw<T | null>(null);
  waiting = $state.raw<Waiting | null>(null);
  failed = $state.raw<Error | null>(null);

  /** To be called from an effect; returns how to stop waiting. */
  ask(path: string): () => void {
    const stop = new AbortController();
    this.failed = null;
    get<T>(path, stop.signal, (state) => (this.waiting = state)).then(
      (found) => (this.answer = found),
      (error: Error) => {
        if (!stop.signal.aborted) this.failed = error;
      },
    );
    return () => stop.abort();
  }
}

/** A chance as people read it: with more digits the rarer it is. */
export function percent(p: number): string {
  const places = p === 0 || p >= 0.1 ? 1 : p >= 0.001 ? 2 : 4;
  return number(p, { style: 'percent', minimumFractionDigits: places, maximumFractionDigits: places });
}

/** `5-2-1` or 521 as faces. */
export function facesOf(dice: string | number): number[] {
  return [...String(dice).replaceAll('-', '')].map(Number);
}
