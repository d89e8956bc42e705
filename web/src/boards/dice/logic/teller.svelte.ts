// Plays the steps that led to the current state. What is shown may be a moment behind; it never holds anything up, and
// one touch skips to the present.
import { untrack } from 'svelte';
import type { Moment } from '../../../lib/moment.svelte';
import { prefs } from '../../../lib/prefs.svelte';
import type { AnyWire, Step, TableStore } from '../../../lib/table.svelte';

/** The last call of a seat. */
export interface Saying {
  text: string;
  dice: number[];
  event: string;
  old: boolean; // from an earlier turn
}

/** How long something is looked at, and what is known only after that: how dice fell, when they lie there. */
export interface Look {
  ms: number;
  then: () => void;
}

/** How a game is told. `shown` is the picture as it is shown; both functions change it and the tray. */
export interface Script<W extends AnyWire> {
  /** Shows one event; returns the milliseconds to look at it, 0 for none. */
  event(event: W['event'], step: Step<W>, teller: Teller<W>): number | Look;
  /** A player's move, before its events. */
  move?(step: Step<W>, teller: Teller<W>): number;
  /** The table before the first throw of all, which no message shows; `picture` is of later. */
  start(picture: W['table']): W['table'];
  /** Whose turn it is in a picture, and how the points stand. */
  moment(picture: W['table']): Moment;
  /** After the last step: the tray as the server has it. */
  settle(picture: W['table']): void;
}

const LONGEST = 7000; // the longest time for all waiting steps, in milliseconds
const SHORTEST = 0.2; // no pause is cut to less than this share of it
// Throw after throw in which nobody decides anything is told quickly.
const STRETCH = 5; // throws; fewer are told as any other
const LONGEST_STRETCH = 3500;
const SHORTEST_IN_STRETCH = 0.06;
const USUAL = 620; // milliseconds of a look

export class Teller<W extends AnyWire> {
  sayings = $state.raw<Record<number, Saying>>({});
  line = $state('');
  /** There is more to tell than what is shown. */
  behind = $state(false);
  /** How many steps wait. */
  waiting = $state(0);
  /** The current pace: 1 is normal, less is faster, to catch up. */
  pace = 1;
  /** How many events were looked at. */
  looks = $state(0);
  /** Do the waiting steps include another player's? */
  #others = $state(false);

  #shown = $state.raw<W['table']>(null);
  #table: TableStore<W>;
  #script: Script<W>;
  #step: Step<W> | null = null; // that is being told
  #steps: Step<W>[] = [];
  #wake: (() => void) | null = null;
  #hurry = false;
  #running = false;
  #left = false;
  #stretchEnds: number | null = null; // when a stretch that nobody has a part in is to be over

  constructor(table: TableStore<W>, script: Script<W>) {
    this.#table = table;
    this.#script = script;
    const first = table.unheard;
    // A board that comes late begins where what it is about to tell begins.
    if (first) this.#script.settle((this.shown = this.#before(first)));
    else this.#arrive();
  }

  #before(step: Step<W>): W['table'] {
    return step.before ? step.before.table : this.#script.start(step.after.table);
  }

  /** It is my turn, and all steps but my own were shown. */
  get mine(): boolean {
    return this.#table.myTurn && !this.#others;
  }

  get shown(): W['table'] {
    return this.#shown;
  }
  set shown(picture: W['table']) {
    this.#shown = picture;
    this.#tellMoment();
  }

  #tellMoment(): void {
    if (!this.#running || this.#left) return;
    this.#table.telling.show({ ...this.#script.moment(this.#shown), others: this.#others });
  }

  /** Follows the table; call it in an effect. */
  follow(): () => void {
    // The listener changes what it reads: this must not restart the effect.
    const stop = untrack(() => this.#table.onStep((step) => this.push(step)));
    return () => {
      stop();
      this.#left = true; // another board may be there when this one comes to its end
      if (this.hurry()) this.#table.telling.done();
    };
  }

  /** The table may change without a step, as after coming back; call it in an effect. */
  watch(): void {
    if (this.#table.sight && !this.#running) untrack(() => this.#arrive());
  }

  push(step: Step<W>): void {
    if (step.missed) return;
    this.#steps.push(step);
    this.#count();
    if (!this.#running) void this.#run();
  }

  #count(): void {
    const { you } = this.#table;
    const left = this.#step ? [this.#step, ...this.#steps] : this.#steps;
    this.waiting = this.#steps.length;
    this.#others = left.some(
      ({ actor, events }) => (actor >= 0 && actor !== you) || events.some((event) => 'seat' in event && event.seat !== you),
    );
    this.#tellMoment();
  }

  /** Skips to the present. True if there was something left to show. */
  hurry(): boolean {
    if (!this.#running) return false;
    this.#hurry = true;
    this.#wake?.();
    return true;
  }

  say(seat: number, saying: Omit<Saying, 'old'>): void {
    this.sayings = { ...this.sayings, [seat]: { ...saying, old: false } };
  }

  /** A turn is over: what was said in it fades, and goes when its speaker speaks again. */
  age(): void {
    const aged = Object.entries(this.sayings).map(([seat, saying]) => [seat, { ...saying, old: true }]);
    this.sayings = Object.fromEntries(aged);
  }

  async #run(): Promise<void> {
    this.#running = true;
    this.behind = true;
    while ((this.#step = this.#steps.shift() ?? null)) {
      this.#count();
      await this.#tell(this.#step);
    }
    this.#count();
    this.#running = this.#hurry = this.behind = false;
    this.#stretchEnds = null;
    this.#arrive();
    if (!this.#left) this.#table.telling.done();
  }

  async #tell(step: Step<W>): Promise<void> {
    if (step.actor >= 0) await this.#look(this.#script.move?.(step, this) ?? 0);
    for (const event of step.events) {
      this.pace = this.#pace();
      const look = this.#script.event(event, step, this);
      await this.#look(typeof look === 'number' ? look : look.ms);
      this.looks++;
      if (typeof look !== 'number') look.then();
    }
    if (step.last) this.shown = step.after.table;
  }

  #look(ms: number): Promise<void> {
    // Nobody looks at a hidden page; its title should say at once whose turn it is.
    if (!ms || this.#hurry || prefs.still || globalThis.document?.hidden) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => (clearTimeout(timer), (this.#wake = null), resolve());
      const timer = setTimeout(done, ms * this.pace);
      this.#wake = done;
    });
  }

  #pace(): number {
    const left = this.#step ? [this.#step, ...this.#steps] : this.#steps;
    const decided = left.findIndex(({ actor }) => actor >= 0);
    const stretch = decided < 0 ? left : left.slice(0, decided);
    if (!stretch.length) this.#stretchEnds = null;
    else if (stretch.length > STRETCH) this.#stretchEnds ??= performance.now() + LONGEST_STRETCH;
    if (this.#stretchEnds === null) return within(SHORTEST, LONGEST / (900 * left.length));
    const looks = stretch.reduce((sum, { events }) => sum + events.length, 0);
    return within(SHORTEST_IN_STRETCH, (this.#stretchEnds - performance.now()) / (USUAL * looks));
  }

  #arrive(): void {
    if (!this.#table.sight) return;
    this.shown = this.#table.sight.table;
    this.#script.settle(this.shown);
  }
}

const within = (least: number, part: number) => Math.max(least, Math.min(1, part));

/** What is said beside a name, without it: 'Ace six for eight' from 'ada: “Ace six for eight”'. */
export function call(words: string, name: string): string {
  const quoted = /[“«]\s*(.+?)\s*[”»]/.exec(words)?.[1];
  return quoted ?? (words.startsWith(`${name} `) ? words.slice(name.length + 1) : words);
}
