// What the page has of a game besides what the server tells of every game. Each has a folder here, called as the
// game is, whose index.ts gives one object; whatever is missing, in it or all of it, has a default.
import type { Component } from 'svelte';
import type { Scene } from '../art/scenes/scene';
import type { Redo } from '../lib/verify';
import type { AnyWire, TableStore } from '../lib/table.svelte';
import type { Aim } from '../lib/weighing.svelte';

export interface BoardProps<W extends AnyWire = AnyWire> {
  table: TableStore<W>;
}
export type Board<W extends AnyWire = AnyWire> = Component<BoardProps<W>>;
export interface Found<W extends AnyWire = AnyWire> {
  default: Board<W>;
  /** Text for screen readers, with abbreviations written out. */
  spell?: (words: string) => string;
}

/** All there is of a game on the page. `W` is what its tables tell, as its codec says: see its wire.ts. */
export interface Own<W extends AnyWire = AnyWire> {
  board: () => Promise<Found<W>>;
  /** What it is played with: how its notation is drawn, and what is verified. */
  pieces: 'dice' | 'cards';
  /** Its picture at the door. */
  scene: Scene;
  /** Recomputes the throws or deals of a record. */
  redo: () => Promise<Redo>;
  /** Its page of odds, where they are worked out, */
  odds?: () => Promise<{ default: Component }>;
  /** its page for the wall of a room where it is played by programs, which runs by itself, */
  projector?: () => Promise<{ default: Component }>;
  /** and what may be asked about a decision: by which aims, and the position as `explain` reads it. */
  weigh?: {
    aims: (seats: number) => Aim[];
    /** Null if there is nothing to compute. */
    position: (table: W['table'], aim: Aim) => string | null;
  };
  /** The words for its own TCP ports, where it has some. */
  tcp?: { title: () => string; text: () => string };
}

/** The one cast: from here on the table has this game's type; its codec made the data. */
export const own = <W extends AnyWire>(game: Own<W>): Own => game as unknown as Own;
