// What buttons and keys do at a dice table: the same at all three.
import type { TableStore } from '../../../lib/table.svelte';
import type { Choice } from './faces';
import type { Tray } from './tray.svelte';

/** The state of the table for the user of buttons and keys. */
export interface Standing {
  offered: readonly Choice<string, string>[];
  choosable: boolean;
}
/** What is still being shown comes to its end at once; true if there was something. */
type Hurry = () => boolean;

export class Hands {
  #table: TableStore;
  #tray: Tray;
  #hurry: Hurry;
  #now: () => Standing;

  constructor(table: TableStore, tray: Tray, hurry: Hurry, now: () => Standing) {
    this.#table = table;
    this.#tray = tray;
    this.#hurry = hurry;
    this.#now = now;
  }

  /** A press before the dice were seen decides nothing: it only skips to the present. */
  act = (id: string): void => {
    if (this.#hurry()) return;
    const choice = this.#now().offered.find((one) => one.id === id);
    if (choice && !choice.why) void this.#table.play(choice.move);
  };

  /** Keys that no button has: 1 to 5 for the dice. True if it was one. */
  key = (pressed: string): boolean => {
    const die = this.#tray.dice.find((one) => String(one.id + 1) === pressed);
    if (!die || !this.#now().choosable) return false;
    this.#tray.toggle(die.id);
    return true;
  };
}
