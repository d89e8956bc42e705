// What dice count at a table. The server's rules say it, once for a game and its options; nothing is guessed here.
import { ApiError, get } from '../../../lib/api';

const AGAIN = 3000; // milliseconds, when the server could not be reached
const known = new Map<string, unknown>();

function address(game: string, options: Record<string, string>): string {
  const set = Object.entries(options).map(([name, value]): [string, string] => ['set', `${name}=${value}`]);
  return `/api/games/${encodeURIComponent(game)}/counts?${new URLSearchParams(set)}`;
}

type Ask = <T>(path: string, signal: AbortSignal) => Promise<T>;

export class Counts<T> {
  /** Null until the server has told it. */
  told: T | null = $state.raw(null);
  #path: string;
  #get: Ask;

  constructor(game: string, options: Record<string, string>, ask: Ask = get) {
    this.#path = address(game, options);
    this.#get = ask;
    this.told = (known.get(this.#path) as T | undefined) ?? null;
  }

  /** Asks, if it is not known yet; call it in an effect. Returns how to stop. */
  ask(): () => void {
    const stop = new AbortController();
    if (!known.has(this.#path)) void this.#ask(stop.signal);
    return () => stop.abort();
  }

  async #ask(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      try {
        const found = await this.#get<T>(this.#path, stopped);
        known.set(this.#path, found);
        this.told = found;
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status < 429) return; // a retry would be refused too
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}
