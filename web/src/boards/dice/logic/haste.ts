// Presses of somebody impatient: meant for the picture, not for the game.

const QUIET = 500; // milliseconds

export class Haste {
  #until = 0;

  /** A press came. True if it decides nothing: things were still shown, or it came on the heels of one that early. */
  early(showing: boolean, now = performance.now()): boolean {
    if (!showing && now >= this.#until) return false;
    this.#until = now + QUIET;
    return true;
  }
}
