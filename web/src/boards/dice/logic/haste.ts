// Impatient presses: meant to skip an animation, not to decide.

const QUIET = 500; // milliseconds

export class Haste {
  #until = 0;

  /** Handles a press. True if it decides nothing: an animation was still running, or had just been skipped. */
  early(showing: boolean, now = performance.now()): boolean {
    if (!showing && now >= this.#until) return false;
    this.#until = now + QUIET;
    return true;
  }
}
