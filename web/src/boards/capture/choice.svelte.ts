// What a player is about to play: a card of the hand, and, where it could take this or that, what it takes.
import { announcer } from '../../lib/announcer.svelte';
import { listed } from '../../lib/i18n';
import type { TableStore } from '../../lib/table.svelte';
import { fitting, type Manners, type Play, readPlay } from './picture';
import { t, the } from './words';

const LONG_ENOUGH = 5000; // to read why

export class Choice {
  card = $state<string | null>(null);
  picked = $state.raw<string[]>([]);
  /** Why something is not possible, or what to do next. */
  hint = $state('');

  #table: TableStore;
  #behind: () => boolean;
  #manners: Manners;

  /** `behind` finishes the animations; true if they included other players' moves, which were not seen yet. */
  constructor(table: TableStore, manners: Manners, behind: () => boolean) {
    this.#table = table;
    this.#behind = behind;
    this.#manners = manners;
  }

  get plays(): Play[] {
    return this.#table.moves.map(readPlay);
  }
  /** The plays that the choice so far allows. */
  get open(): Play[] {
    return fitting(this.plays, this.card, this.picked);
  }
  /** The one play left, if there is only one. */
  get ready(): Play | null {
    const [one, another] = this.open;
    return one && !another ? one : null;
  }
  /** Table cards that belong to some play still meant. */
  get lit(): Set<string> {
    return new Set(this.open.flatMap((play) => play.taken));
  }
  /** Table cards that will be taken. */
  get marked(): Set<string> {
    return new Set(this.ready ? this.ready.taken : this.picked);
  }
  /** Can this card of the hand take anything? */
  takes(card: string): boolean {
    return this.plays.some((play) => play.card === card && play.taken.length > 0);
  }

  /** A card of the hand: the first tap chooses it, the second plays it if its move is clear. */
  tapHand(card: string): void {
    if (!this.#mayAct()) return;
    if (this.card !== card) return this.#choose(card);
    if (this.ready) return void this.go();
    this.#say(t('chooseTaken'));
  }

  /** A card of the table: narrows down what is taken; when that is clear, a tap on what will be taken takes it. */
  tapTable(card: string): void {
    if (!this.#mayAct()) return;
    if (this.card === null) return this.#fromTable(card);
    if (this.ready?.taken.includes(card)) return void this.go();
    this.#narrow(card, this.card);
  }

  #narrow(card: string, mine: string): void {
    const all = this.plays.filter((play) => play.card === mine);
    if (this.picked.includes(card)) {
      this.#pick(this.picked.filter((one) => one !== card));
    } else if (fitting(all, mine, [...this.picked, card]).length) {
      this.#pick([...this.picked, card]);
    } else if (fitting(all, mine, [card]).length) {
      this.#pick([card]);
    } else {
      this.#say(this.#whyNot(mine, card));
    }
  }

  /** A card of the hand was laid down somewhere on the table, or on a card there: as if tapped one by one. */
  async lay(card: string, onto: string | null): Promise<void> {
    if (!this.#mayAct()) return;
    if (this.card !== card) this.#choose(card);
    const aims = onto !== null && this.takes(card) && !this.marked.has(onto);
    if (aims) this.#narrow(onto, card);
    if (!aims || this.marked.has(onto)) await this.go();
  }

  clear(): void {
    this.card = null;
    this.picked = [];
    this.hint = '';
  }

  async go(play: Play | null = this.ready): Promise<void> {
    if (!play || !this.#table.ready || this.#behind()) return;
    if (await this.#table.play(play.move)) this.clear();
  }

  #mayAct(): boolean {
    if (this.#table.myTurn) return !this.#behind() && !this.#table.busy;
    const name = this.#table.nameOf(this.#table.actor);
    if (this.#table.me !== null && name) this.#say(t('notYet', { name }));
    return false;
  }

  #choose(card: string): void {
    this.card = card;
    this.picked = [];
    this.hint = this.#next();
    announcer.say(this.ready ? told(this.ready) : this.hint);
  }

  #pick(cards: string[]): void {
    this.picked = cards;
    this.hint = this.#next();
    announcer.say(this.ready ? told(this.ready) : this.hint);
  }

  /** No card of the hand is chosen yet: if only one could take this card, it is chosen. */
  #fromTable(card: string): void {
    const taking = this.plays.filter((play) => play.taken.includes(card));
    const takers = [...new Set(taking.map((play) => play.card))];
    const [taker] = takers;
    if (!taker) return this.#say(t('nobodyTakes', { card: the(card) }));
    if (takers.length > 1) return this.#say(t('whichTakes', { cards: listed(takers.map(the)) }));
    this.#choose(taker);
    if (!this.ready) this.#pick([card]);
  }

  #whyNot(card: string, other: string): string {
    const mine = this.plays.filter((play) => play.card === card && play.taken.length);
    const names = { card: the(card), other: the(other) };
    if (!mine.length) return t('takesNothing', names);
    const equal = mine.find((play) => play.taken.length === 1);
    const fewest = this.#manners.fewest && equal;
    return t(fewest ? 'equalFirst' : 'cantTake', names);
  }

  /** What to do next, if it is not clear yet what the chosen card takes. */
  #next(): string {
    return this.card !== null && this.open.length > 1 ? t('chooseTaken') : '';
  }

  #say(words: string): void {
    this.hint = words;
    announcer.say(words);
    setTimeout(() => {
      if (this.hint === words) this.hint = this.#next();
    }, LONG_ENOUGH);
  }
}

/** What a play does, in words. */
export function told(play: Play): string {
  const card = the(play.card);
  if (!play.taken.length) return t('drops', { card });
  return t('takes', { card, cards: listed(play.taken.map(the)) });
}

