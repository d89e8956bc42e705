// Made by tools/table_types.py from the codec of dice-poker. Do not edit: change its types instead.

export interface Picture {
  seats: number;
  player: number;
  turns: number;
  scores: number[];
  dice: number[];
  in_hand: number[];
  rerolls: number;
  over: boolean;
}

/** Dice fell; `dice` are all five on the table now. */
export interface Rolled {
  event: 'Rolled';
  words?: string;
  seat: number;
  rolled: number;
  dice: number;
  pattern: string;
}

/** The turn is over. */
export interface Scored {
  event: 'Scored';
  words?: string;
  seat: number;
  pattern: string;
  points: number;
  total: number;
}

/** The round in which someone reached the goal is over; equal highest totals share the win. */
export interface Won {
  event: 'Won';
  words?: string;
  seats: number[];
  total: number;
}

/** What five dice show and count, and what throwing some of them again may give. */
export interface Counts {
  patterns: string[];
  points: number[];
  shows: Record<string, number>;
  falls: Record<string, number[]>;
}

export type Told =
  | Rolled
  | Scored
  | Won;

/** What a table tells its board. */
export interface Wire {
  table: Picture;
  event: Told;
}
