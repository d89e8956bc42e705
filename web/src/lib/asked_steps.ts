// The steps of a game, loaded on demand; of a game in play, as they come. The server computes each page once for all
// readers, and says when to ask for more of a game that goes on.
import { get } from './api';
import { prefs } from './prefs.svelte';
import type { StepsTold } from './rest';
import type { News } from './wire';

const PAGE = 400; // steps
const RETRY = 3000; // milliseconds

export class AskedSteps {
  readonly table: string;
  /** What was told last besides the steps: who plays, by which options, how many moves there are so far. */
  told: Omit<StepsTold, 'steps'> | null = null;
  #steps: (News | undefined)[] = [];

  constructor(table: string) {
    this.table = table;
  }

  get moves(): number {
    return this.told?.moves ?? 0;
  }

  /** A step, awaited if need be; undefined after the very last one. Rejects if there is no such game. */
  async step(at: number, signal: AbortSignal): Promise<News | undefined> {
    while (!this.#steps[at]) {
      const again = this.told?.again;
      if (this.told && at > this.moves) {
        if (again == null) return undefined;
        await pause(again * 1000, signal);
      }
      await this.#ask(at, signal);
    }
    return this.#steps[at];
  }

  async #ask(start: number, signal: AbortSignal): Promise<void> {
    const fields = new URLSearchParams({ lang: prefs.lang, so_far: 'yes', start: String(start), limit: String(PAGE) });
    try {
      const { steps, ...told } = await get<StepsTold>(`/api/records/${encodeURIComponent(this.table)}/steps?${fields}`, signal);
      steps.forEach((news, n) => (this.#steps[start + n] = news as News));
      this.told = told;
    } catch (error) {
      if (signal.aborted || !this.told) throw error;
      await pause(RETRY, signal); // the server may be back soon: what was begun is told to its end
    }
  }
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => (clearTimeout(timer), reject(signal.reason));
    const timer = setTimeout(() => (signal.removeEventListener('abort', stop), resolve()), ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
