// One table as this browser knows it: how it stands, what happens there, what may be done.
import type { AnyMessage, Chair, Ending, Gone, Happened, News, Said, Seated, Sight, State, Time } from './wire';
import { type Connection, type Follower, Refusal } from './connection.svelte';
import { type Moment, Telling } from './moment.svelte';
import { answered, fresh, hear as noteDown, keepReceipt, lookAgain, newSalt, type Receipt, receiptOf } from './receipts';

/** What a table of some game tells; of a game with a board of its own, boards/GAME/wire.ts has it in full. */
export interface AnyWire {
  table: unknown;
  event: GameEvent;
}

/** What happened, as the game tells it; `words` is for people, in their language. */
export interface GameEvent {
  event: string;
  words?: string;
}

/** The table as a seat sees it. */
export type Seen<W extends AnyWire = AnyWire> = Omit<Sight, 'table'> & { table: W['table'] };

/** One move or throw, as it is told. `before` and `after` are what was seen around the whole news. */
export interface Step<W extends AnyWire = AnyWire> {
  actor: number; // a seat; -1 dice and deals
  move: string | null; // a hidden deal has none
  events: W['event'][];
  before: Seen<W> | null;
  after: Seen<W>;
  version: number;
  index: number; // among the steps of its news
  last: boolean;
  missed: boolean; // told after coming back: no need to animate
}

/** Why something was not done, and what would have been right. */
export interface Notice {
  words: string;
  legal: string[];
}

/** One line of what happened. */
export interface StoryLine {
  key: number;
  version: number; // of its news
  actor: number;
  words: string;
}

const LONGEST_STORY = 300;
const MOST_UNHEARD = 60; // steps

export type Heard<W extends AnyWire = AnyWire> = (step: Step<W>) => void;
export type NewsHeard = (news: News, before: Sight | null, missed: boolean) => void;

export const CHANCE = -1;
export const OVER = -2;
const NOBODY = -1;

export class TableStore<W extends AnyWire = AnyWire> implements Follower {
  readonly id: string;

  /** The last complete state; what changes with every move is in the fields below. */
  state = $state.raw<State | null>(null);
  seats = $state.raw<Chair[]>([]);
  you = $state<number | null>(null);
  version = 0;
  turn = $state(0);
  status = $state<State['status']>('waiting');
  sight = $state.raw<Seen<W> | null>(null);
  over = $state.raw<Ending | null>(null);
  chat = $state.raw<Said[]>([]);
  /** What happened, in words, oldest first; as much as this browser has heard. */
  story = $state.raw<StoryLine[]>([]);
  rematch = $state.raw<number[]>([]);
  /** How many look on. */
  onlookers = $state(0);
  newTable = $state<string | null>(null);
  /** The players who left my game, the longest away first, and in how many seconds I may do what about it. */
  gone = $state.raw<Gone[]>([]);
  #goneAt = 0;
  /** A command of ours is on its way: the board shows its moves, but takes no second one. */
  busy = $state(false);
  notice = $state.raw<Notice | null>(null);
  /** The board is still being fetched: nothing can be seen yet, so nobody is asked. */
  boardless = $state(false);
  /** For a board that takes its time to show what happened. */
  readonly telling = new Telling();
  /** The server's words as they are read out: a board may write out what is short for the eye. */
  spell = $state.raw((words: string): string => words);
  /** What this browser has kept of the game, to prove its dice by; see receipts.ts. */
  get receipt(): Receipt | null {
    return this.#noted ? this.#receipt : null;
  }
  /** Is it stored, or known to this tab alone? */
  receiptKept = $state(true);
  /** There is no such table, or it may not be seen. */
  trouble = $state.raw<Refusal | null>(null);

  #receipt: Receipt | null = null;
  #noted = $state(0); // how often something was noted on it
  #time = $state.raw<Time | null>(null);
  #timeAt = 0;
  #now = $state(0);
  #connection: Connection;
  #told = 0;
  #steps = new Set<Heard>();
  #unheard: Step<W>[] = []; // told while the board was still on its way here
  #news = new Set<NewsHeard>();
  #untold: Readonly<Parameters<NewsHeard>>[] = []; // news of the same while
  #unfollow: (() => void) | null = null;
  #anew = false; // between two names
  #tick: ReturnType<typeof setInterval> | undefined;

  constructor(connection: Connection, id: string) {
    this.#connection = connection;
    this.id = id;
  }

  // ---- what a board asks ----

  get game(): string {
    return this.state?.game ?? '';
  }
  /** The options that are not the usual ones. */
  get options(): Record<string, string> {
    return this.state?.options ?? {};
  }
  /** The points that win, under the name the game has for them. */
  get goal(): number {
    const { goal, target } = this.state?.in_force ?? {};
    return Number(goal ?? target);
  }
  /** The seat whose move it is; -1 dice or deals, -2 it is over. */
  get actor(): number {
    return this.sight?.actor ?? OVER;
  }
  get myTurn(): boolean {
    return this.you !== null && this.status === 'playing' && this.actor === this.you;
  }
  /** The moves I have; empty when it is not my turn. */
  get moves(): string[] {
    return this.myTurn ? (this.sight?.moves ?? []) : [];
  }
  /** May I act now? My turn, and nothing on its way. */
  get ready(): boolean {
    return this.myTurn && !this.busy;
  }
  /** A board still shows how things came to be. */
  get showing(): boolean {
    return this.telling.moment !== null;
  }
  /** The moment the board shows. */
  get shown(): Moment {
    return this.telling.moment ?? { actor: this.boardless ? NOBODY : this.actor, score: this.sight?.score ?? [] };
  }
  /** My turn, and the board has come so far. */
  get myTurnShown(): boolean {
    return this.myTurn && this.shown.actor === this.you && !this.shown.others;
  }
  /** How it ended, once the board has shown it. */
  get ended(): Ending | null {
    return this.showing ? null : this.over;
  }
  get names(): string[] {
    return this.seats.map((chair) => chair.name ?? '');
  }
  nameOf(seat: number): string {
    return this.seats[seat]?.name ?? '';
  }
  /** My own seat; `you` is the one whose cards are seen, in a replay somebody else's. */
  get me(): number | null {
    return this.you;
  }
  /** The seats in the order I see them around the table: mine first, or 0 for who looks on. */
  get around(): number[] {
    const count = this.seats.length;
    return Array.from({ length: count }, (_, n) => (n + (this.you ?? 0)) % count);
  }

  /** Seconds until something of `gone` may be done, 0 when it may; null if it is not to be done. Ticks. */
  waitFor(told: number | null | undefined): number | null {
    return told == null ? null : Math.max(0, told - Math.max(0, this.#now - this.#goneAt) / 1000);
  }
  /** Seconds left for this decision; null without such a clock. Ticks. */
  get decisionLeft(): number | null {
    const left = this.#time?.decision;
    return left == null ? null : Math.max(0, left - this.#passed);
  }
  /** Seconds of the game left for a seat; only the clock of whose turn it is runs. */
  gameLeft(seat: number): number | null {
    const left = this.#time?.game?.[seat];
    if (left == null) return null;
    return seat === this.actor ? Math.max(0, left - this.#passed) : left;
  }
  get #passed(): number {
    return this.status === 'playing' ? Math.max(0, this.#now - this.#timeAt) / 1000 : 0;
  }

  // ---- following ----

  open(): void {
    if (this.#unfollow) return;
    this.#unfollow = this.#connection.follow(this);
    this.#tick = setInterval(() => {
      if (this.#time?.decision != null || this.#time?.game != null || this.gone.length) this.#now = performance.now();
    }, 200);
  }

  /** Stops following; a spectator leaves the table with it. */
  close(): void {
    this.#unfollow?.();
    this.#unfollow = null;
    clearInterval(this.#tick);
    if (this.state) this.#connection.lookAway({ table: this.id, you: this.you });
  }

  /** The first of what was told before any board was there to hear it. */
  get unheard(): Step<W> | undefined {
    return this.#unheard[0];
  }

  /** Every move, throw and deal as it is told; the state is already the one after it. */
  onStep(heard: Heard<W>): () => void {
    const each: Heard = (step) => heard(step as Step<W>);
    this.#steps.add(each);
    this.#unheard.splice(0).forEach(each);
    return () => this.#steps.delete(each);
  }

  /** Every news whole, with what was seen before it. */
  onNews(heard: NewsHeard): () => void {
    this.#news.add(heard);
    this.#untold.splice(0).forEach((news) => heard(...news));
    return () => this.#news.delete(heard);
  }

  hear(message: AnyMessage): void {
    if (message.type === 'table' || message.type === 'seated' || message.type === 'news') this.#noteDown(message);
    switch (message.type) {
      case 'table':
        return this.#stands(message);
      case 'news':
        return this.#inOrder(message.version, () => this.#happened(message, false));
      case 'seated':
        this.#counted(message);
        // Coming and going is told without a new version.
        if (message.version <= this.version) this.#sit(message);
        else this.#inOrder(message.version, () => this.#sit(message));
        return;
      case 'said':
        return this.#inOrder(message.version, () => (this.chat = [...this.chat, message]));
      case 'rematch':
        return this.#inOrder(message.version, () => {
          this.rematch = message.wanted;
          this.newTable = message.new_table ?? null;
        });
    }
  }

  /** The receipt hears all that the table is told. */
  #noteDown(message: State | Seated | News): void {
    const { whose } = this.#connection;
    let receipt = this.#receipt ?? receiptOf(this.id, whose) ?? (message.type === 'table' ? fresh(message, whose) : null);
    if (!receipt) return;
    if (message.type === 'table' && message.you !== null && !receipt.salt && !receipt.pending) {
      receipt = lookAgain(this.id, whose) ?? receipt; // another tab has sat down meanwhile
    }
    this.#receipt = receipt;
    noteDown(receipt, message);
    this.#keep();
  }
  /** A spectator was promised nothing, and stores nothing. */
  #keep(): void {
    const receipt = this.#receipt;
    if (receipt && (receipt.salt || receipt.pending)) this.receiptKept = keepReceipt(receipt);
    this.#noted += 1;
  }

  refused(refusal: Refusal): void {
    if (refusal.code === 'closing' || refusal.code === 'too_much') {
      setTimeout(() => this.#unfollow && this.#connection.resume(this), (refusal.retryAfter ?? 2) * 1000);
    } else {
      this.trouble = refusal;
    }
  }

  #counted(told: State | Seated): void {
    this.onlookers = told.watchers ?? 0;
  }
  #sit(told: State | Seated): void {
    this.seats = told.seats;
    if (this.you !== null && !this.#anew && !told.seats[this.you]?.name) this.you = null; // stood up, here or in another window
    this.gone = told.gone ?? [];
    this.#now = this.#goneAt = performance.now();
  }

  #stands(state: State): void {
    if (state.version < this.version) return;
    this.#counted(state);
    this.trouble = null;
    for (const news of state.missed ?? []) if (news.version > this.version) this.#happened(news, true);
    this.state = state;
    this.#sit(state);
    this.you = state.you;
    this.turn = state.turn;
    this.status = state.status;
    this.sight = (state.sight ?? null) as Seen<W> | null;
    this.over = state.over ?? null;
    this.chat = state.chat ?? [];
    this.rematch = state.rematch ?? [];
    this.newTable = state.new_table ?? null;
    this.version = state.version;
    this.#clock(state.time ?? null);
  }

  /** Duplicates are ignored; after a gap the whole state is asked for. */
  #inOrder(version: number, apply: () => void): void {
    if (!this.state || version <= this.version) return;
    if (version > this.version + 1) return this.#connection.resume(this);
    this.version = version;
    apply();
  }

  #happened(news: News, missed: boolean): void {
    const before = this.sight;
    this.version = news.version;
    this.turn = news.turn;
    this.sight = news.sight as Seen<W>;
    this.over = news.over ?? null;
    this.status = news.over ? 'over' : 'playing';
    if (news.over) this.gone = [];
    this.notice = null;
    this.#clock(news.time ?? null);
    if (!this.#news.size && !missed) this.#untold = [...this.#untold, [news, before, missed] as const].slice(-MOST_UNHEARD);
    this.#tell(news);
    news.steps.forEach((step, index) => this.#step(news, step, index, before, missed));
    for (const heard of this.#news) heard(news, before, missed);
  }

  #step(news: News, step: Happened, index: number, before: Seen<W> | null, missed: boolean): void {
    const told: Step<W> = {
      actor: step.actor,
      move: step.move ?? null,
      events: step.events as unknown as W['event'][],
      before,
      after: news.sight as Seen<W>,
      version: news.version,
      index,
      last: index === news.steps.length - 1,
      missed,
    };
    if (!this.#steps.size && !missed) this.#unheard = [...this.#unheard, told].slice(-MOST_UNHEARD);
    for (const heard of this.#steps) heard(told);
  }

  #tell(news: News): void {
    const lines = news.steps.flatMap((step) =>
      step.events
        .filter((event) => event.words)
        .map((event) => ({
          key: ++this.#told,
          version: news.version,
          actor: step.actor,
          words: String(event.words),
        })),
    );
    if (lines.length) this.story = [...this.story, ...lines].slice(-LONGEST_STORY);
  }

  #clock(time: Time | null): void {
    this.#time = time;
    this.#timeAt = performance.now();
    this.#now = this.#timeAt;
  }

  // ---- doing ----

  /** Plays a move. False if it was refused: `notice` says why, and which moves there are. */
  async play(move: string): Promise<boolean> {
    if (!this.ready) return false;
    this.busy = true;
    this.notice = null;
    try {
      await this.#connection.send({ type: 'play', table: this.id, move, turn: this.turn });
      return true;
    } catch (error) {
      this.#complain(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  join(seat: number | null = null): Promise<boolean> {
    return this.#do(() => this.sit(seat));
  }
  /** Sits down, with a salt made here; the commitment is known, and both are written down first. Rejects as `send` does. */
  async sit(seat: number | null = null): Promise<AnyMessage> {
    if (!this.receipt) this.hear(await this.#connection.send({ type: 'resume', table: this.id, since: null }));
    const salt = newSalt();
    this.#receipt!.pending = salt;
    this.#keep();
    try {
      const answer = await this.#connection.send({ type: 'join', table: this.id, seat, salt });
      if (!this.#unfollow) this.hear(answer); // else it was heard already
      answered(this.#receipt!);
      return answer;
    } catch (error) {
      this.#receipt!.pending = '';
      throw error;
    } finally {
      this.#keep();
    }
  }
  /** On the same seat under the name I have now. Both go out at once, so that nobody takes it in between. */
  async sitAnew(): Promise<boolean> {
    const seat = this.you;
    this.#anew = true;
    const done = await Promise.all([this.leave(), this.join(seat)]);
    this.#anew = false;
    return done.every(Boolean);
  }
  seatBot(bot = 'house', seat: number | null = null): Promise<boolean> {
    return this.#do(() => this.#connection.send({ type: 'seat_bot', table: this.id, bot, seat }));
  }
  say(text: string): Promise<boolean> {
    return this.#do(() => this.#connection.send({ type: 'chat', table: this.id, text }));
  }
  /** Reports a line of chat to the operator of the server; nobody at the table is told. */
  report(version: number): Promise<boolean> {
    return this.#do(() => this.#connection.send({ type: 'report', table: this.id, version }));
  }
  resign(): Promise<boolean> {
    return this.#do(() => this.#connection.send({ type: 'resign', table: this.id }));
  }
  /** A player has gone: call the game off, claim it, or continue against a bot. */
  abort(): Promise<boolean> {
    return this.#do(() => this.#connection.send({ type: 'abort', table: this.id }));
  }
  claimWin(seat: number): Promise<boolean> {
    return this.#do(() => this.#connection.send({ type: 'claim_win', table: this.id, seat }));
  }
  wantRematch(): Promise<boolean> {
    return this.#do(() => this.#connection.send({ type: 'rematch', table: this.id }));
  }
  /** Stands up before the game, or stops watching. */
  leave(): Promise<boolean> {
    return this.#do(() => this.#connection.send({ type: 'leave', table: this.id }));
  }

  async #do(command: () => Promise<AnyMessage>): Promise<boolean> {
    try {
      await command();
      return true;
    } catch (error) {
      this.#complain(error);
      return false;
    }
  }

  #complain(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    this.notice = { words: error.message, legal: error.legal ?? [] };
    if (error.code === 'stale') this.#connection.resume(this);
  }
}
