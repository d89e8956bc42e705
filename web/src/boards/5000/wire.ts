// Made by tools/table_types.py from the codec of 5000. Do not edit: change its types instead.

export interface Picture {
  seats: number;
  player: number;
  turns: number;
  scores: number[];
  hand: number;
  turn_score: number;
  dice: number[];
  in_hand: number;
  winner: number | null;
}

export interface Rolled {
  event: 'Rolled';
  words?: string;
  seat: number;
  dice: number;
}

/** Dice set aside. `points` are already doubled or tripled; `turn_score` is what is at risk now. */
export interface Played {
  event: 'Played';
  words?: string;
  seat: number;
  dice: number;
  points: number;
  turn_score: number;
}

/** All five dice of a hand are played. */
export interface HandDone {
  event: 'HandDone';
  words?: string;
  seat: number;
  hand: number;
}

export interface Banked {
  event: 'Banked';
  words?: string;
  seat: number;
  points: number;
  total: number;
}

export interface Trashed {
  event: 'Trashed';
  words?: string;
  seat: number;
  points: number;
}

export interface Won {
  event: 'Won';
  words?: string;
  seat: number;
  total: number;
}

/** What dice played together count in the first hand of a turn. */
export interface Counts {
  times: number[];
  points: Record<string, number>;
}

export type Told =
  | Rolled
  | Played
  | HandDone
  | Banked
  | Trashed
  | Won;

/** What a table tells its board. */
export interface Wire {
  table: Picture;
  event: Told;
}
