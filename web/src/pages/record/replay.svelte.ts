// A finished game as a table one can walk through: the boards see no difference, but nobody can move.
import { Connection } from '../../lib/connection.svelte';
import type { RecordTold, StepsTold } from '../../lib/rest';
import { TableStore } from '../../lib/table.svelte';
import type { News, State } from '../../lib/wire';

/** Steps from a number on, as seen from a seat (null: by who looks on). */
export type Source = (seat: number | null, start: number) => Promise<StepsTold>;

/** Nobody is at the other end. */
function nowhere(): never {
  throw new Error('a replay talks to nobody');
}

export class ReplayStore extends TableStore {
  readonly record: RecordTold;
  steps = $state.raw<News[]>([]);
  /** How many moves were made so far. */
  at = $state(0);
  /** Grows with every jump: the board is then made anew instead of moving there. */
  jumps = $state(0);
  failed = $state.raw<Error | null>(null);

  #source: Source;
  #wanted = 0;
  #loading = 0;

  constructor(record: RecordTold, source: Source, id: string) {
    super(new Connection(nowhere), id);
    this.record = record;
    this.#source = source;
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

  /** Asks for all steps as this seat sees them, and stands where it stood. */
  async load(viewer: number | null): Promise<void> {
    const mine = ++this.#loading;
    this.failed = null;
    let steps: News[] = [];
    try {
      do {
        const page = await this.#source(viewer, steps.length);
        if (mine !== this.#loading || page.steps.length === 0) return;
        const first = steps.length === 0;
        steps = [...steps, ...(page.steps as News[])];
        this.steps = steps;
        if (first) this.#stand(viewer, Math.min(this.#wanted, steps.length - 1));
        else if (this.at !== this.#wanted && this.#wanted < steps.length) this.#stand(viewer, this.#wanted);
      } while (steps.length <= this.last);
    } catch (error) {
      if (mine === this.#loading) this.failed = error as Error;
    }
  }

  /** Stands after so many moves. One further than now is played, anything else is jumped to. */
  go(to: number): void {
    const wanted = Math.min(Math.max(0, to), this.last);
    this.#wanted = wanted;
    if (wanted === this.at || !this.steps[wanted]) return;
    if (wanted === this.at + 1) {
      this.at = wanted;
      this.hear(this.steps[wanted]!);
    } else {
      this.#stand(this.you, wanted);
    }
  }

  #stand(viewer: number | null, at: number): void {
    const news = this.steps[at];
    if (!news) return;
    this.version = 0; // the way back is no way a table knows
    this.hear(this.#standing(viewer, news));
    this.at = at;
    this.jumps++;
  }

  #standing(viewer: number | null, news: News): State {
    const { record } = this;
    return {
      type: 'table',
      table: this.id,
      game: record.game,
      options: record.options,
      rules_version: record.rules_version,
      seats: record.seats.map((name) => ({ name, connected: true })),
      you: viewer,
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
