// The dice in the tray. Each keeps its number and its column for as long as it lies there, so nothing jumps.
import { sameDice } from './faces.ts';
import { onFelt, onRail, type Place } from './places.ts';

export interface Die extends Place {
  id: number; // from 0, left to right
  face: number;
  kept: boolean; // stands at the rail
  locked: boolean; // played: it can't be taken back
  thrown: number; // the throw that brought it there; a new number makes it tumble
}

export class Tray {
  dice = $state.raw<Die[]>([]);
  readonly columns: number;
  #throws = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  /** The faces somebody chose to keep or to play. */
  get chosen(): number[] {
    return this.dice.filter((die) => die.kept && !die.locked).map((die) => die.face);
  }
  /** The faces that can still be chosen. */
  get open(): number[] {
    return this.dice.filter((die) => !die.locked).map((die) => die.face);
  }

  toggle(id: number): void {
    this.#change((die) => (die.id === id && !die.locked ? this.#put(die, !die.kept) : die));
  }

  /** Chooses exactly these faces; of equal dice those that are chosen already. */
  choose(faces: readonly number[]): void {
    const chosen = this.#find(faces);
    this.#change((die) => (die.locked ? die : this.#put(die, chosen.has(die.id))));
  }

  /** The chosen dice are played: they stay at the rail. */
  lock(): void {
    this.#change((die) => (die.kept ? { ...die, locked: true } : die));
  }

  /** Dice fall. The faces that stay are kept; all others are thrown. A full throw takes every die up. */
  fall(stay: readonly number[], thrown: readonly number[]): void {
    this.#throws++;
    const staying = this.#find(stay);
    const inHand = this.dice.filter((die) => !die.locked && !staying.has(die.id));
    if (staying.size !== stay.length || inHand.length !== thrown.length) {
      this.#anew([...stay, ...thrown], stay.length);
      return;
    }
    const fallen = new Map(inHand.map((die, n) => [die.id, thrown[n]!]));
    this.#change((die) => {
      const face = fallen.get(die.id);
      if (face !== undefined) return this.#tossed(die.id, face);
      return die.locked ? die : this.#put(die, true);
    });
  }

  /** All dice anew, in a full throw. */
  fresh(thrown: readonly number[]): void {
    this.#throws++;
    this.#anew(thrown, 0);
  }

  /** A kept die was knocked to another face. */
  knock(from: number, to: number): void {
    const [id] = this.#find([from]);
    this.#change((die) => (die.id === id ? { ...die, face: to, thrown: ++this.#throws } : die));
  }

  /** As the server says it lies. What lies right already is not touched, nor what is chosen. */
  settle(faces: readonly number[]): void {
    if (!sameDice(this.open, faces)) this.#anew(faces, 0, true);
  }

  #anew(faces: readonly number[], stay: number, still = false): void {
    const first = faces.length === 1 ? Math.floor(this.columns / 2) : 0;
    this.dice = faces.map((face, n) => {
      const die = this.#tossed(first + n, face);
      if (n < stay) return this.#put({ ...die, thrown: 0 }, true);
      return still ? { ...die, thrown: 0 } : die;
    });
  }

  #tossed(id: number, face: number): Die {
    const place = onFelt(id, this.columns, this.#throws);
    return { id, face, kept: false, locked: false, thrown: this.#throws, ...place };
  }

  #put(die: Die, kept: boolean): Die {
    if (die.kept === kept) return die;
    const place = kept ? onRail(die.id, this.columns) : onFelt(die.id, this.columns, die.thrown);
    return { ...die, kept, ...place };
  }

  #find(faces: readonly number[]): Set<number> {
    const found = new Set<number>();
    const ready = this.dice.filter((die) => !die.locked).sort((a, b) => Number(b.kept) - Number(a.kept));
    for (const face of faces) {
      const die = ready.find((one) => one.face === face && !found.has(one.id));
      if (die) found.add(die.id);
    }
    return found;
  }

  #change(how: (die: Die) => Die): void {
    this.dice = this.dice.map(how);
  }
}
