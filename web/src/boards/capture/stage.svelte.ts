// Shows the steps of a capture game: one scene after the other, and the cards travelling between them.
import * as sound from '../../lib/sound';
import { pause, StepQueue } from '../../lib/steps';
import type { Step as AnyStep, TableStore } from '../../lib/table.svelte';
import { place } from './flip';
import { ACT, Floor } from './floor.svelte';
import { type Manners, readPlay, sideOf, type Side } from './picture';
import * as scenes from './scene';
import type { Scene } from './scene';
import type { HandBegan, HandEnded, LeftoversTaken, Played, Scored, TableView, Told, Wire } from './wire';
import { spelled } from './words';

const SHOW = 320; // from the hand to before the player
const LOOK = 380; // so that the card is seen before it acts
const AWAY = 340; // to the pile
const DEAL = 300;
const EACH = 70; // between two cards dealt
const CHEER = 1800;

export interface Cheer {
  key: number;
  seat: number;
  points: { what: string; points: number }[];
}
type Step = AnyStep<Wire>;
interface Lasting {
  before: Scene;
  event: Played;
}

export class Stage extends Floor {
  /** What is being shown, in words. */
  words = $state('');
  cheer = $state.raw<Cheer | null>(null);
  /** The count of the last hand; `counting` while it is to be read. */
  count = $state.raw<HandEnded | null>(null);
  counting = $state(false);

  #table: TableStore<Wire>;
  #manners: Manners;
  /** Something is still to be shown. */
  busy = $state(false);
  /** The next hand, or the result, comes when the count was read. */
  waitsForRead = $state(false);
  #queue = new StepQueue<Wire>(
    (step, signal) => this.#show(step, signal),
    () => {
      this.#left = [];
      this.busy = false;
      this.settle();
    },
  );
  /** The step that is shown and those after it. */
  #left = $state.raw<Step[]>([]);
  /** Who is shown playing the first card, when a hand is shown from its beginning. */
  #opens = $state<number | null>(null);
  #last = $state.raw<Lasting | null>(null);
  #again: AbortController | null = null;
  #cheers = 0;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #read: (() => void) | null = null;
  #unread: HandEnded | null = null;
  #known: number;
  #fromBeginning = false;

  constructor(table: TableStore<Wire>, manners: Manners) {
    super();
    this.#table = table;
    this.#manners = manners;
    this.#known = table.version;
    this.scene = scenes.sceneOf(this.#picture, table.you, null);
  }

  get #picture(): TableView {
    return this.#table.sight!.table;
  }

  /** Whose step is shown, and whether it is somebody else's turn until all is shown; null when nothing is. */
  get showing(): { actor: number; others: boolean } | null {
    if (this.#opens !== null) return { actor: this.#opens, others: this.#opens !== this.#table.you };
    if (!this.busy) return null;
    const actors = this.#left.map((step) => step.actor).filter((actor) => actor >= 0);
    return {
      actor: actors[0] ?? this.#table.actor, // cards are dealt: to whose turn it is then
      others: actors.some((actor) => actor !== this.#table.you),
    };
  }

  /** A player who comes to a hand that has just begun sees the deal and the first card. */
  async open(): Promise<void> {
    const { hand_sizes, dealer, totals } = this.#picture;
    const played = hand_sizes.reduce((sum, size) => sum + Math.max(...hand_sizes) - size, 0);
    const first = played === 1 ? this.#guessLast() : null;
    const all = first?.before ?? this.scene;
    if (this.still || this.busy || played > 1 || all.piles[0].count || all.piles[1].count) return;
    const opening = new AbortController();
    this.#again = opening;
    this.#opens = first?.event.seat ?? null;
    const lying = all.table.filter((card) => card !== null);
    this.go(scenes.gatheredUp(all, dealer, totals), 0);
    await this.#deal(scenes.dealtToTable(this.scene, lying), lying.length, opening.signal);
    const seats = all.hands.length;
    for (let n = 1; n <= seats && !opening.signal.aborted; n++) {
      const seat = (dealer + n) % seats;
      const packet = all.hands[seat] ?? [];
      const own = seat === this.#table.you ? packet : null;
      await this.#packet(seat, packet.length, own, opening.signal);
    }
    if (first && !opening.signal.aborted) await this.#played(first.event, opening.signal);
    this.#opens = null;
    if (this.#again === opening) this.#again = null;
    this.settle();
  }

  // ---- hearing ----

  hear(step: Step): void {
    if (step.missed || this.#isKnown(step)) return;
    this.#again?.abort();
    this.#unread = step.events.find((event) => event.event === 'HandEnded') ?? this.#unread;
    this.waiting += 1;
    this.busy = true;
    this.#left = [...this.#left, step];
    this.#queue.push(step);
  }

  /** Steps from before this board was there are shown from the beginning of a hand on, or not at all. */
  #isKnown(step: Step): boolean {
    if (step.version > this.#known || this.#fromBeginning) return false;
    this.#fromBeginning = step.events.some((event) => event.event === 'HandBegan');
    return !this.#fromBeginning;
  }

  /** Finishes all animations. True if they included other players' moves: a player must not act on unseen moves. */
  hurry(): boolean {
    const others = this.showing?.others ?? false;
    this.#again?.abort();
    this.#queue.hurry();
    return others;
  }

  /** What is shown is what is. */
  settle(): void {
    if (this.#queue.busy || this.#again) return;
    this.waiting = 0;
    if (this.#unread) this.#counted(this.#unread); // passed over in a hurry
    this.go(scenes.sceneOf(this.#picture, this.#table.you, this.scene), 180);
  }

  /** The count of the hand was read. */
  onRead(): void {
    this.counting = false;
    this.#read?.();
  }

  // ---- the last play again ----

  get hasLast(): boolean {
    return this.#last !== null || this.#picture.last_play !== null;
  }

  async showAgain(): Promise<void> {
    const last = this.#last ?? this.#guessLast();
    if (!last) return;
    this.hurry();
    const again = new AbortController();
    this.#again = again;
    await Promise.resolve(); // what was in a hurry has come to its end
    this.go(last.before, 0);
    await pause(250, again.signal);
    await this.#played(last.event, again.signal, true);
    if (this.#again === again) this.#again = null;
    this.settle();
  }

  #guessLast(): Lasting | null {
    const last = this.#picture.last_play;
    if (!last) return null;
    const { card, taken } = readPlay(last[1]);
    const mine = last[0] === this.#table.you;
    const before = scenes.takenBack(this.scene, last[0], card, taken, mine);
    return { before, event: { event: 'Played', seat: last[0], card, taken } };
  }

  // ---- one step ----

  async #show(step: Step, signal: AbortSignal): Promise<void> {
    this.waiting = Math.max(0, this.waiting - 1);
    this.#left = this.#left.slice(this.#left.indexOf(step));
    this.words = spelled(step.events.find((event) => event.event === 'Played')?.words ?? '');
    const specials = step.events.filter((event): event is Scored => event.event === 'Scored' && !event.deck);
    for (const event of step.events) {
      if (signal.aborted) return;
      await this.#happens(event, specials, signal);
    }
  }

  async #happens(event: Told, specials: Scored[], signal: AbortSignal): Promise<void> {
    switch (event.event) {
      case 'HandBegan':
        return this.#newHand(event, signal);
      case 'TableDealt':
        return this.#deal(scenes.dealtToTable(this.scene, event.cards), event.cards.length, signal);
      case 'Dealt':
        return this.#packet(event.seat, event.number, event.cards, signal);
      case 'Redealt':
        await this.wait(900, signal);
        this.collect(scenes.dealtAgain(this.scene, event.cards), event.cards);
        return this.wait(ACT, signal);
      case 'BottomShown':
        this.go({ ...this.scene, bottom: event.card }, ACT, () => this.deckPlace);
        return this.wait(ACT, signal);
      case 'Played':
        this.#last = { before: this.scene, event };
        return this.#played(event, signal);
      case 'Scored':
        if (event.deck) return;
        this.go(this.#withPoints(event), 0);
        if (event === specials[0]) this.#celebrate(event.seat, specials);
        return;
      case 'LeftoversTaken':
        return this.#leftovers(event, signal);
      case 'HandEnded':
        return this.#ended(event, signal);
    }
  }

  async #newHand(event: HandBegan, signal: AbortSignal): Promise<void> {
    this.collect(scenes.gatheredUp(this.scene, event.dealer, event.totals), []);
    await this.wait(ACT + 120, signal);
  }

  async #deal(scene: Scene, number: number, signal: AbortSignal): Promise<void> {
    const from = this.deckPlace;
    sound.card();
    this.go(scene, DEAL, () => from, EACH);
    await this.wait(DEAL + EACH * (number - 1), signal);
  }

  #packet(seat: number, number: number, cards: string[] | null, signal: AbortSignal): Promise<void> {
    return this.#deal(scenes.dealt(this.scene, seat, number, cards), number, signal);
  }

  async #played(event: Played, signal: AbortSignal, slowly = false): Promise<void> {
    const { seat, card, taken } = event;
    const { scene, left } = scenes.shown(this.scene, seat, card);
    const from = left && this.root ? place(this.root, left) : undefined;
    sound.card();
    this.go(scenes.marking(scene, taken), SHOW, () => from);
    await this.wait(SHOW + (taken.length || slowly ? LOOK : 60), signal);
    if (signal.aborted) return;
    if (taken.length === 0) {
      this.go(scenes.dropped(this.scene), ACT);
      return this.wait(ACT - 60, signal);
    }
    this.go(scenes.gathering(this.scene, taken), ACT);
    await this.wait(ACT + 160, signal);
    if (signal.aborted) return;
    await this.#toPile(sideOf(seat), [card, ...taken], signal);
  }

  async #leftovers(event: LeftoversTaken, signal: AbortSignal): Promise<void> {
    this.go(scenes.marking(this.scene, event.cards), 0);
    await this.wait(500, signal);
    if (signal.aborted) return;
    await this.#toPile(sideOf(event.seat), event.cards, signal);
    await this.wait(250, signal);
  }

  async #toPile(side: Side, cards: string[], signal: AbortSignal): Promise<void> {
    sound.take();
    const pile = `[data-pile="${side}"]`;
    this.leave(scenes.piledUp(this.scene, side, cards), `${pile} [data-key]`, AWAY, pile);
    await this.wait(AWAY, signal);
    await this.landed(pile, signal);
    if (!signal.aborted) this.go(scenes.arrived(this.scene, side), 0);
  }

  async #ended(event: HandEnded, signal: AbortSignal): Promise<void> {
    this.go({ ...this.scene, totals: event.totals }, 0);
    this.#counted(event);
    // The next hand is shown when this one was read. It may have begun long since.
    this.waitsForRead = true;
    await new Promise<void>((resolve) => {
      this.#read = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#read = null;
    this.waitsForRead = false;
    this.hadFocus = true; // the dialog had it
  }

  #counted(event: HandEnded): void {
    this.#unread = null;
    this.count = event;
    this.counting = true;
  }

  #withPoints(event: Scored): Scene {
    const place = this.#manners.specials.indexOf(event.what);
    return scenes.scored(this.scene, sideOf(event.seat), event.points, place);
  }

  #celebrate(seat: number, events: Scored[]): void {
    sound.chip();
    const points = events.map(({ what, points }) => ({ what, points }));
    this.cheer = { key: ++this.#cheers, seat, points };
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => (this.cheer = null), CHEER);
  }
}
