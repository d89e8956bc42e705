// Shows one step after another. Steps only explain how the state came about: they never delay it, and an impatient user
// can skip to the end.
import type { AnyWire, Step } from './table.svelte';

/** Shows a step; `signal` is aborted when it should come to its end at once. */
export type Show<W extends AnyWire = AnyWire> = (step: Step<W>, signal: AbortSignal) => Promise<void> | void;

const MOST_BEHIND = 12; // further behind than this, the rest is not shown one by one

export class StepQueue<W extends AnyWire = AnyWire> {
  #queue: Step<W>[] = [];
  #show: Show<W>;
  #running: AbortController | null = null;
  #idle: (() => void) | undefined;

  /** `idle` is called whenever everything was shown. */
  constructor(show: Show<W>, idle?: () => void) {
    this.#show = show;
    this.#idle = idle;
  }

  get busy(): boolean {
    return this.#running !== null;
  }

  push(step: Step<W>): void {
    if (step.missed) return;
    this.#queue.push(step);
    if (this.#queue.length > MOST_BEHIND) this.hurry();
    if (!this.#running) void this.#run();
  }

  /** Everything still to be shown comes to its end now, as when somebody makes his move. */
  hurry(): void {
    this.#queue = [];
    this.#running?.abort();
  }

  async #run(): Promise<void> {
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      this.#running = new AbortController();
      try {
        await this.#show(step, this.#running.signal);
      } catch {
        // A failed animation is no reason to stop.
      }
    }
    this.#running = null;
    this.#idle?.();
  }
}

/** So many milliseconds, or until somebody is in a hurry. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
