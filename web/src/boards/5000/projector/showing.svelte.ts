// One game told from its first throw to its end, at a pace people can follow.
import { AskedSteps, pause } from '../../../lib/asked_steps';
import { prefs } from '../../../lib/prefs.svelte';
import type { Ending } from '../../../lib/wire';
import { faces } from '../../dice/logic/faces';
import { Tray } from '../../dice/logic/tray.svelte';
import { after, start } from '../logic';
import type { Picture, Told } from '../wire';
import { paceOf } from './picking';

const LOOKS: Record<Told['event'], number> = { Rolled: 820, Played: 620, HandDone: 250, Banked: 1000, Trashed: 900, Won: 400 };
const DICE = 5;

export class Showing {
  readonly table: string;
  readonly tray = new Tray(DICE);
  /** What the dice fall by: see TrayView. */
  readonly teller = $state({ looks: 0, pace: 1 });
  picture = $state.raw<Picture | null>(null);
  names = $state.raw<string[]>([]);
  goal = $state(5000);
  line = $state('');
  /** How the last turn of each ended. */
  said = $state.raw<Record<number, Told['event']>>({});
  over = $state.raw<Ending | null>(null);
  moves = $state(0);
  at = $state(0);
  #steps: AskedSteps;

  constructor(table: string) {
    this.table = table;
    this.#steps = new AskedSteps(table);
  }

  /** Shows the whole game. Resolves at its end; rejects if it is not available, or when the page is left. */
  async tell(signal: AbortSignal): Promise<void> {
    for (let at = 0; ; at++) {
      const news = await this.#steps.step(at, signal);
      if (!news) return;
      this.#heard(at);
      if (at === 0) this.picture = start(news.sight.table as Picture);
      for (const step of news.steps) {
        for (const event of step.events) await this.#event(event as unknown as Told, signal);
      }
      this.picture = news.sight.table as Picture;
      this.over = news.over ?? null;
    }
  }

  #heard(at: number): void {
    const told = this.#steps.told!;
    this.at = at;
    this.moves = told.moves;
    this.goal = Number(told.in_force['goal'] ?? this.goal);
    this.names = told.seats.map((chair) => chair.name ?? '');
  }

  async #event(event: Told, signal: AbortSignal): Promise<void> {
    this.teller.pace = paceOf(this.moves - this.at, this.moves);
    const dice = faces('dice' in event ? event.dice : 0);
    this.picture = after(this.picture!, event, dice);
    if (event.event === 'Rolled') {
      if (dice.length === DICE) this.tray.fresh(dice);
      else this.tray.fall([], dice);
    } else if (event.event === 'Played') {
      this.tray.choose(dice);
      this.tray.lock();
    } else if (event.event === 'Banked' || event.event === 'Trashed') {
      this.said = { ...this.said, [event.seat]: event.event };
    }
    if (event.words && event.event !== 'Rolled') this.line = event.words;
    await pause(LOOKS[event.event] * this.teller.pace * (prefs.still ? 1.15 : 1), signal);
    this.teller.looks++;
  }
}
