// Which moment of a game is shown. A board may still be telling how things came to be; what stands around it
// then shows the same moment and not a later one.

export interface Moment {
  actor: number; // whose turn it is in it
  score: readonly number[];
  others?: boolean; // have a part in what is still to be told: nobody is asked yet
}

export class Telling {
  /** The moment that is shown while a board tells; null when that is the present. */
  moment = $state.raw<Moment | null>(null);
  #after: (() => void)[] = [];

  show(moment: Moment): void {
    this.moment = moment;
  }

  /** All is told. */
  done(): void {
    this.moment = null;
    for (const act of this.#after.splice(0)) act();
  }

  /** Does something when all that has come so far is told; at once if it is. */
  after(act: () => void): void {
    if (this.moment) this.#after.push(act);
    else act();
  }
}
