// A game in play as a table one looks on at: from its first move, each when the last one was shown.
import { AskedSteps, pause } from '../../lib/asked_steps';
import { Connection } from '../../lib/connection.svelte';
import type { RecordTold } from '../../lib/rest';
import { TableStore } from '../../lib/table.svelte';
import type { News, State } from '../../lib/wire';

const LOOK = 60; // milliseconds between looks whether the board has shown it
const MOST_LOOKS = 120;

function nowhere(): never {
  throw new Error('who looks on talks to nobody');
}

export class LiveStore extends TableStore {
  readonly record: RecordTold;
  /** How many moves are shown, and how many were made. */
  at = $state(0);
  made = $state(0);
  /** All of it was shown: its record is there. */
  done = $state(false);
  #steps: AskedSteps;
  #stop = new AbortController();

  constructor(record: RecordTold, id: string) {
    super(new Connection(nowhere), id);
    this.record = record;
    this.#steps = new AskedSteps(id);
  }

  override get me(): null {
    return null;
  }
  override async play(): Promise<boolean> {
    return false;
  }
  override open(): void {
    this.#tell(this.#stop.signal).catch(() => undefined); // it was left
  }
  override close(): void {
    this.#stop.abort();
  }

  async #tell(signal: AbortSignal): Promise<void> {
    for (let at = 0; ; at++) {
      const news = await this.#steps.step(at, signal);
      this.made = this.#steps.moves;
      if (!news) break;
      this.hear(at === 0 ? this.#standing(news) : news);
      this.at = at;
      for (let looks = 0; this.showing && looks < MOST_LOOKS; looks++) await pause(LOOK, signal);
    }
    this.done = true;
  }

  #standing(news: News): State {
    const { record } = this;
    const told = this.#steps.told!;
    return {
      type: 'table',
      table: this.id,
      game: record.game,
      options: record.options,
      in_force: told.in_force,
      rules_version: record.rules_version,
      seats: told.seats.map((chair) => ({ ...chair, connected: true })),
      you: null,
      version: news.version,
      turn: news.turn,
      status: 'playing',
      public: true,
      clock: {},
      rated: false,
      odds: true,
      commitment: record.tags['Commitment'] ?? '',
      sight: news.sight,
      over: null,
    };
  }
}
