// A finished game as a table one can walk through: the boards see no difference, but nobody can move.
import { Connection } from '../../lib/connection.svelte';
import type { Chair, RecordTold, StepsTold } from '../../lib/rest';
import { TableStore } from '../../lib/table.svelte';
import type { News, State } from '../../lib/wire';

/** Steps from a number on, as seen from a seat (null: by who looks on). */
export type Source = (seat: number | null, start: number) => Promise<StepsTold>;

export const PAGE = 400; // steps
const SOON = 60; // steps ahead that should be there before they are wanted

/** There is no connection. */
function nowhere(): never {
  throw new Error('a replay talks to nobody');
}

export class ReplayStore extends TableStore {
  readonly record: RecordTold;
  /** As many as were looked at; the others are not there yet. */
  steps = $state.raw<(News | undefined)[]>([]);
  /** How many moves were made so far. */
  at = $state(0);
  /** Grows with every jump: the board is then made anew instead of moving there. */
  jumps = $state(0);
  failed = $state.raw<Error | null>(null);
  /** Who played, as people read it; the record says what a bot is. */
  chairs = $state.raw<Chair[]>([]);

  #source: Source;
  #page: number;
  #viewer: number | null = null;
  #inForce: Record<string, string> = {};
  #asked = new Set<number>();
  #anew = true; // nothing was shown since it was loaded
  #wanted = 0;
  #loading = 0;

  /** `page` is how many steps the source tells at a time. */
  constructor(record: RecordTold, source: Source, id: string, page = PAGE) {
    super(new Connection(nowhere), id);
    this.record = record;
    this.chairs = record.seats.map((name) => ({ name, connected: true }));
    this.#source = source;
    this.#page = page;
  }

  override get names(): string[] {
    return this.chairs.map((chair) => chair.name ?? '');
  }
  /** The viewer has no seat of their own. */
  override get me(): null {
    return null;
  }
  get last(): number {
    return this.record.moves.length;
  }
  /** The move that comes next, if a seat decides it. */
  get decided(): string | null {
    const next = this.record.moves[this.at];
    return next && next[0] !== '*' && next[1] !== 'resigns' ? next[1] : null;
  }
  override get myTurn(): boolean {
    return false;
  }
  override async play(): Promise<boolean> {
    return false;
  }
  override open(): void {}
  override close(): void {
    this.#loading++;
  }

  /** From now on as this seat sees it, standing where it stood. */
  async load(viewer: number | null): Promise<void> {
    this.#loading++;
    this.#viewer = viewer;
    this.#asked.clear();
    this.#anew = true;
    this.failed = null;
    this.steps = [];
    await this.#ask(this.#wanted);
  }

  /** Stands after so many moves. One further than now is played, anything else is jumped to. */
  go(to: number): void {
    const wanted = Math.min(Math.max(0, to), this.last);
    this.#wanted = wanted;
    if (!this.#loading) return;
    void this.#ask(wanted);
    void this.#ask(Math.min(wanted + SOON, this.last));
    if (wanted === this.at || !this.steps[wanted]) return;
    if (wanted === this.at + 1) {
      this.at = wanted;
      this.hear(this.steps[wanted]!);
    } else {
      this.#stand(wanted);
    }
  }

  /** Asks for the page a step is on, once. A long game costs what is looked at, not all of it. */
  async #ask(step: number): Promise<void> {
    const start = step - (step % this.#page);
    if (this.#asked.has(start)) return;
    this.#asked.add(start);
    const mine = this.#loading;
    try {
      const page = await this.#source(this.#viewer, start);
      if (mine !== this.#loading) return;
      this.#inForce = page.in_force;
      this.chairs = page.seats;
      this.#came(start, page.steps as News[]);
    } catch (error) {
      if (mine !== this.#loading) return;
      this.failed = error as Error;
      this.#asked.delete(start);
    }
  }

  #came(start: number, page: News[]): void {
    const steps = [...this.steps];
    page.forEach((news, n) => (steps[start + n] = news));
    this.steps = steps;
    this.failed = null;
    if (!this.#anew) return this.go(this.#wanted);
    if (!steps[this.#wanted]) return;
    this.#anew = false;
    this.#stand(this.#wanted);
  }

  #stand(at: number): void {
    const news = this.steps[at];
    if (!news) return;
    this.version = 0; // the way back is no way a table knows
    this.hear(this.#standing(news));
    this.at = at;
    this.jumps++;
  }

  #standing(news: News): State {
    const { record } = this;
    return {
      type: 'table',
      table: this.id,
      game: record.game,
      options: record.options,
      in_force: this.#inForce,
      rules_version: record.rules_version,
      seats: this.chairs.map((chair) => ({ ...chair, connected: true })),
      you: this.#viewer,
      version: news.version,
      turn: news.turn,
      status: news.over ? 'over' : 'playing',
      public: true,
      clock: {},
      rated: false,
      odds: true,
      commitment: record.tags['Commitment'] ?? '',
      sight: news.sight,
      over: news.over ?? null,
    };
  }
}
