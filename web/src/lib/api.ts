// REST: lists, records, rules, odds. What is being worked out is asked for again.
import { house } from './connection.svelte';
import { engine } from './engine.svelte';
import { ALONE, DATA, file } from './prefix';
import type { GameBrief, GamePage, LadderBot, LadderTold, RecordTold, Scoreboard, Standings, TableLine, Working } from './rest';
import { prefs } from './prefs.svelte';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    why: string,
  ) {
    super(why);
  }
}

/** How long it will be: so many questions come before it, or from 0 to 1 how far it is, where one knows. */
export type Waiting = Pick<Working, 'ahead'> & { done?: number };

/** GET path as JSON, or POST a body to it. A 202 with Retry-After is waited for; `working` hears how long it will be. */
export async function get<T>(
  path: string,
  signal?: AbortSignal,
  working?: (state: Waiting) => void,
  body?: string,
  token?: string,
): Promise<T> {
  for (;;) {
    const answer = await asked(path, signal, body, token, (done) => working?.({ ahead: 0, done }));
    const told: unknown = await answer.json().catch(() => null);
    if (answer.status === 202) {
      const state = told as Working;
      working?.(state);
      await pause(Math.max(state.retry_after, 0.5) * 1000, signal);
      continue;
    }
    if (!answer.ok) {
      const error = (told as { error?: { code: string; why: string } } | null)?.error;
      throw new ApiError(answer.status, error?.code ?? 'unknown', error?.why ?? answer.statusText);
    }
    return told as T;
  }
}

// What needs no engine to be told: written down when the page was made (server/offline/site.py).
const WRITTEN = /^\/api\/(games(?:\/[^/?]+)?)\?lang=(\w+)$/;

/** What the house says, wherever it is. */
export async function asked(
  path: string,
  signal?: AbortSignal,
  body?: string,
  token?: string,
  working?: (done: number) => void,
): Promise<Response> {
  if (!ALONE) {
    const how = body === undefined ? {} : { method: 'POST', body };
    const headers = { Accept: 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
    return fetch(file(path), { headers, signal, ...how });
  }
  const written = WRITTEN.exec(path);
  if (written) {
    const found = await fetch(file(`/${DATA}/${written[1]!.replace('/', '-')}.${written[2]}.json.packed`), { signal });
    return found.ok ? new Response(found.body!.pipeThrough(new DecompressionStream('gzip'))) : found;
  }
  house.start(); // it is there with the engine, and nobody has to wait for it
  return engine.ask(path, body, signal, working);
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)));
  });
}

const part = encodeURIComponent;

export const api = {
  games: async () => (await get<{ games: GameBrief[] }>(`/api/games?lang=${prefs.lang}`)).games,
  game: (game: string) => get<GamePage>(`/api/games/${part(game)}?lang=${prefs.lang}`),
  tables: async () => (await get<{ tables: TableLine[] }>('/api/tables')).tables,
  /** A finished game; or one in play that may be looked on, as far as it is played. */
  record: (table: string) => get<RecordTold>(`/api/records/${part(table)}?so_far=yes`),
  scoreboard: (environment: string) => get<Scoreboard>(`/api/scoreboards/${part(environment)}`),
  standings: (game: string) => get<Standings>(`/api/standings/${part(game)}`),
  ladder: (game: string) => get<LadderTold>(`/api/ladder/${part(game)}`),
  ladderBot: (game: string, name: string) => get<LadderBot>(`/api/ladder/${part(game)}/${part(name)}`),
};
