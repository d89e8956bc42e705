// Made by tools/table_types.py from the codec of 421. Do not edit: change its types instead.

export interface Picture {
  seats: number;
  kitty: number;
  tokens: number[];
  sets_lost: number[];
  loading: boolean;
  turn: TurnPicture;
  round: RoundPicture;
  go: GoPicture;
}

export interface TurnPicture {
  first: number;
  total: number;
  limit: number;
  lowest: number[];
  highest: number[];
}

export interface RoundPicture {
  kind: 'opening' | 'load' | 'unload' | 'rampo_low' | 'rampo_high' | 'over';
  members: number[];
  waiting: number[];
  direction: number;
  shown: number[][];
}

export interface GoPicture {
  player: number;
  throws: number;
  dice: number[];
  kept: number[];
  in_hand: number;
  hit: boolean;
}

/** One die, for the start of the game. */
export interface Opened {
  event: 'Opened';
  words?: string;
  seat: number;
  die: number;
}

/** The lowest die starts the game. */
export interface Starts {
  event: 'Starts';
  words?: string;
  seat: number;
}

/** The first player stops: the dice on the table stand. */
export interface Stopped {
  event: 'Stopped';
  words?: string;
  seat: number;
  throws: number;
}

/** "This throw is my last." */
export interface HitTable {
  event: 'HitTable';
  words?: string;
  seat: number;
}

/** Dice fell beside the kept ones; perhaps one knocked a kept die to a new face. */
export interface Threw {
  event: 'Threw';
  words?: string;
  seat: number;
  thrown: number;
  kept: number;
  knocked: [number, number] | null;
}

/** What the player calls: the combination, the throws it took once the go is over, the total so far. */
export interface Announced {
  event: 'Announced';
  words?: string;
  seat: number;
  dice: number;
  total: number;
  throws: number;
  rampo: boolean;
  fewer: boolean;
}

/** A rampo begins, for the lowest or the highest of the turn; this seat throws first. */
export interface HotHand {
  event: 'HotHand';
  words?: string;
  seat: number;
  highest: boolean;
  members: number[];
}

/** The load: tokens from the kitty. */
export interface Took {
  event: 'Took';
  words?: string;
  seat: number;
  tokens: number;
}

/** The unload: the winner of the turn hands tokens to its loser. */
export interface Paid {
  event: 'Paid';
  words?: string;
  winner: number;
  loser: number;
  tokens: number;
}

/** The kitty is empty. */
export interface UnloadBegins {
  event: 'UnloadBegins';
  words?: string;
  seat: number;
}

/** Out of the set without a token: this seat can't lose it any more. */
export interface Safe {
  event: 'Safe';
  words?: string;
  seat: number;
}

/** One player has all the tokens; they go back to the kitty. */
export interface SetLost {
  event: 'SetLost';
  words?: string;
  seat: number;
  sets: number;
}

export interface GameLost {
  event: 'GameLost';
  words?: string;
  seat: number;
}

export type Told =
  | Opened
  | Starts
  | Stopped
  | HitTable
  | Threw
  | Announced
  | HotHand
  | Took
  | Paid
  | UnloadBegins
  | Safe
  | SetLost
  | GameLost;

/** What a table tells its board. */
export interface Wire {
  table: Picture;
  event: Told;
}
