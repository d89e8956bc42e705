// Made by tools/table_types.py from the codec of capture. Do not edit: change its types instead.

/** The table as one seat sees it. Two-tuples are by side: 0 the side of seat 0, 1 that of seat 1. */
export interface TableView {
  seats: number;
  hand: string[];
  hand_sizes: number[];
  table: string[];
  taken: [string[], string[]];
  unseen: string[];
  undealt: number;
  bottom: string | null;
  phase: number;
  hand_number: number;
  dealer: number;
  turn: number;
  last_taker: number | null;
  last_play: [number, string] | null;
  dropped: string | null;
  totals: [number, number];
  specials: [[number, number, number], [number, number, number]];
  winner: number | null;
  won: number;
}

/** Chance chose who deals first. */
export interface DealerDrawn {
  event: 'DealerDrawn';
  words?: string;
  seat: number;
}

/** A new hand: its dealer, and the seat that will play first. */
export interface HandBegan {
  event: 'HandBegan';
  words?: string;
  hand: number;
  dealer: number;
  first: number;
  totals: [number, number];
}

export interface TableDealt {
  event: 'TableDealt';
  words?: string;
  cards: string[];
}

/** Three or more equal cards on the first table: everything is shuffled and dealt again. */
export interface Redealt {
  event: 'Redealt';
  words?: string;
  cards: string[];
}

/** A packet. Only its seat sees the cards; the others see how many. */
export interface Dealt {
  event: 'Dealt';
  words?: string;
  seat: number;
  number: number;
  cards: string[] | null;
}

/** The bottom card of the stock; it will be the dealer's. */
export interface BottomShown {
  event: 'BottomShown';
  words?: string;
  card: string;
  dealer: number;
}

export interface Played {
  event: 'Played';
  words?: string;
  seat: number;
  card: string;
  taken: string[];
}

/** Points for a seat, and for its partner if it has one: in pairs a seat's score is its side's. */
export interface Scored {
  event: 'Scored';
  words?: string;
  seat: number;
  what: string;
  points: number;
  partner: number | null;
  deck: boolean;
}

/** The cards left on the table after the last play go to the seat that took last. */
export interface LeftoversTaken {
  event: 'LeftoversTaken';
  words?: string;
  seat: number;
  cards: string[];
}

/** The hand in full, for each side: every kind of points, the pile, and the match so far. */
export interface HandEnded {
  event: 'HandEnded';
  words?: string;
  hand: number;
  points: [[string, number][], [string, number][]];
  piles: [string[], string[]];
  totals: [number, number];
  called_out: boolean;
  counts: [string, number, number][];
}

/** A side shows that it has reached the target for certain. */
export interface CalledOut {
  event: 'CalledOut';
  words?: string;
  seat: number;
  total: number;
}

/** The match is won, by one seat or by two partners. */
export interface MatchWon {
  event: 'MatchWon';
  words?: string;
  seats: number[];
  totals: [number, number];
  tombolon: boolean;
}

export type Told =
  | DealerDrawn
  | HandBegan
  | TableDealt
  | Redealt
  | Dealt
  | BottomShown
  | Played
  | Scored
  | LeftoversTaken
  | HandEnded
  | CalledOut
  | MatchWon;

/** What a table tells its board. */
export interface Wire {
  table: TableView;
  event: Told;
}
