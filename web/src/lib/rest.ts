// Made by tools/wire_types.py from docs/openapi.json. Do not edit: change the server's types instead.

export interface GamesThere {
  games: GameBrief[];
}

/** A game in the list of games. */
export interface GameBrief {
  name: string;
  title: string;
  summary: string;
  seats: number[];
  rules_version: number;
  score: ScoreTold;
  options: Record<string, OptionTold>;
  presets: Record<string, Record<string, string>>;
  words: Record<string, string>;
  seat_fields: string[];
  bots: string[];
  bots_absent: Record<string, string>;
  no_coach: string;
  characters: Record<string, CharacterTold>;
  opponents: OpponentTold[];
}

/** What the scores at the end of a game count, and which is the best to have. */
export interface ScoreTold {
  counts: string;
  best: 'highest' | 'lowest';
}

/** One option of a game. */
export interface OptionTold {
  default: string;
  kind: string;
  takes: string;
  help: string;
  label: string;
  choices?: string[] | null;
  words?: Record<string, string> | null;
  low?: unknown;
  high?: unknown;
}

/** Who a bot is to people: a line on how it plays, and its family in the order in which it sits down. */
export interface CharacterTold {
  line: string;
  figures: FigureTold[];
}

/** One member of a bot's family: a name, and a portrait in words. */
export interface FigureTold {
  name: string;
  face: Face;
}

/** A portrait in words; a display draws it (the page: web/src/art/faces). */
export interface Face {
  hair?: 'bald' | 'bob' | 'bun' | 'curls' | 'short';
  tint?: 'black' | 'blond' | 'brown' | 'grey' | 'red';
  beard?: 'forked' | 'long' | 'moustache' | 'none' | 'pointed' | 'round';
  hat?: 'beret' | 'brimmed' | 'cap' | 'none' | 'peaked' | 'scarf' | 'square' | 'turban';
  coat?: 'blue' | 'green' | 'ink' | 'ochre' | 'red';
  trim?: 'blue' | 'green' | 'ink' | 'ochre' | 'red';
  glasses?: boolean;
}

/** A bot that sits down when it is asked to by these words. */
export interface OpponentTold {
  bot: string;
  choice?: string;
}

/** A game with its rules, as Markdown. */
export interface GamePage {
  name: string;
  title: string;
  summary: string;
  seats: number[];
  rules_version: number;
  score: ScoreTold;
  options: Record<string, OptionTold>;
  presets: Record<string, Record<string, string>>;
  words: Record<string, string>;
  seat_fields: string[];
  bots: string[];
  bots_absent: Record<string, string>;
  no_coach: string;
  characters: Record<string, CharacterTold>;
  opponents: OpponentTold[];
  text: string;
  notation: string;
}

export interface TablesThere {
  tables: TableLine[];
}

/** A public table. An empty name is a free seat; times are seconds since 1970. */
export interface TableLine {
  table: string;
  game: string;
  options: Record<string, string>;
  seats: string[];
  status: 'closed' | 'over' | 'playing' | 'waiting';
  rated: boolean;
  created: number;
  changed: number;
  clock: Clock;
}

/** How long a seat may think, in seconds; whoever runs out loses. Neither given: all the time there is. */
export interface Clock {
  decision?: number | null;
  game?: number | null;
}

/** A page of records, newest first; `next` is where the page after it is. */
export interface RecordsThere {
  records: RecordLine[];
  next: string | null;
}

/** A finished game but for its moves. `seats` is what the record says, `names` what people read. */
export interface RecordLine {
  table: string;
  game: string;
  seats: string[];
  names: string[];
  bots: boolean[];
  winners: number[];
  scores: number[];
  how: string;
  at: number;
  rated: boolean;
  weight?: number | null;
  why?: string[];
  accounts?: boolean[];
}

/** A whole record: `tavola replay` plays it, `tavola verify` checks its dice. */
export interface RecordTold {
  format: string;
  game: string;
  options: Record<string, string>;
  rules_version: number;
  seats: string[];
  tags: Record<string, string>;
  moves: ([number | string, string])[];
  result: Record<string, unknown> | null;
}

/** A game step by step, each as its table would have told it; step 0 is before the first move. */
export interface StepsTold {
  moves: number;
  start: number;
  in_force: Record<string, string>;
  seats: Chair[];
  steps: News[];
  again?: number | null;
}

/** One seat: who sits there. An empty name is an empty seat. */
export interface Chair {
  name?: string;
  bot?: string | null;
  connected?: boolean;
  account?: 'bot' | null;
}

/** Something happened at the table. `id` answers your own command. */
export interface News {
  type: 'news';
  table: string;
  version: number;
  turn: number;
  steps: Happened[];
  sight: Sight;
  time?: Time | null;
  over?: Ending | null;
  id?: string;
}

/** One move and what it brought about. `actor` is -1 for dice and deals; a hidden deal has no `move`. */
export interface Happened {
  actor: number;
  events: Record<string, unknown>[];
  move?: string | null;
}

/** The table as you may see it, whose turn it is, and what you may do. */
export interface Sight {
  actor: number;
  table: unknown;
  score: number[];
  moves?: string[];
}

/** The clocks, in seconds: what is left for this decision, and of the game for each seat.

    `last` is how long the previous decision of the seat to move took, until its answer arrived. */
export interface Time {
  decision?: number | null;
  game?: number[] | null;
  last?: number | null;
}

/** How it ended. With the seed the dice can be verified; the record has everything. */
export interface Ending {
  reason: string;
  how: 'aborted' | 'left' | 'played' | 'resigned' | 'time';
  winners: number[];
  scores: number[];
  seed?: string;
  salts?: string[];
}

/** A record that was sent, as it was understood, and its steps. */
export interface Replayed {
  record: RecordTold;
  replay: StepsTold;
}

/** A game gone through by the coach. */
export interface ReviewTold {
  game: string;
  options: Record<string, string>;
  seats: string[];
  moves: number;
  finished: boolean;
  unit: 'turns' | 'win';
  unit_says: string;
  more_is_better: boolean;
  exact: boolean;
  by_the_book: boolean;
  decisions: DecisionTold[];
  luck: LuckTold[];
  course: CourseTold[];
  balances: BalanceTold[];
  says: string[];
  remarks: number;
}

/** A decision that was made; `number` is its move in the record, from 1, and so the step of the replay. */
export interface DecisionTold {
  number: number;
  seat: number;
  move: string;
  best: string;
  value: number;
  cost: number;
  low: number;
  high: number;
  says: string;
  why: string;
  choices: ChoiceTold[];
}

/** A legal move: its value, and what it costs beside the best. `low` and `high`: with 95 % certainty. */
export interface ChoiceTold {
  move: string;
  value: number;
  cost: number;
  low: number;
  high: number;
}

/** What the dice of a move did to each seat. */
export interface LuckTold {
  number: number;
  change: number[];
}

/** What the game was worth to each seat after so many moves. */
export interface CourseTold {
  number: number;
  values: number[];
}

/** Where a seat's result came from: start + luck + play + others = result. */
export interface BalanceTold {
  seat: number;
  name: string;
  start: number;
  luck: number;
  play: number;
  others: number;
  result: number;
  margin: number;
  says: string;
}

/** What a bot said of its own game, by turn: so many moves were made when it was asked. */
export interface BotLogTold {
  lines: LogLine[];
}

/** What a bot says of one of its decisions: at which turn it was asked, how many seconds it thought. */
export interface LogLine {
  turn: number;
  seconds?: number | null;
  text?: string;
}

/** What proves a game's dice. */
export interface FairTold {
  table: string;
  commitment: string;
  seed: string;
  salts: string[];
  verify: string;
}

/** How dice are made and checked. */
export interface FairHow {
  commitment: string;
  dice: string;
  verify: string;
}

/** Does the record fit itself: do its dice come from the seed its commitment names? If not, `move` (from
    1) is where it fails. That this commitment is the one from before the game, a server can't prove. */
export interface VerdictTold {
  fits: boolean;
  why: string;
  move?: number | null;
}

/** The rated games of one game. */
export interface Standings {
  game: string;
  standings: StandingLine[];
}

/** One player. The rating is mu less three sigma; null before the first rated game. */
export interface StandingLine {
  name: string;
  shown: string;
  bot: boolean;
  games: number;
  wins: number;
  rating: number | null;
  mu: number | null;
  sigma: number | null;
  account?: boolean;
}

/** The bots of a game's ladder, the best first. */
export interface LadderTold {
  game: string;
  standings: LadderLine[];
}

/** A bot on the ladder. Its strength is between `low` and `high`, with 95 % certainty. The bots of a tier
    can't be told from the first of it. */
export interface LadderLine {
  name: string;
  tier: number;
  games: number;
  wins: number;
  rating: number;
  mu: number;
  sigma: number;
  low: number;
  high: number;
}

/** One bot at a game: its last rated games, and head to head with those it has met. */
export interface LadderBot {
  game: string;
  name: string;
  history: LadderGameTold[];
  rivals: RivalTold[];
}

/** A rated game of a bot, and its rating after it. */
export interface LadderGameTold {
  table: string;
  at: number;
  seats: string[];
  winners: number[];
  how: string;
  won: boolean;
  weight: number | null;
  mu: number;
  low: number;
  high: number;
}

/** An opponent it has met: in how many games, and how many of them it won. */
export interface RivalTold {
  name: string;
  games: number;
  wins: number;
}

/** Is the server well? `why` says what is wrong. At /readyz `ok` is also false while it is going down. */
export interface Health {
  ok: boolean;
  storage: boolean;
  writes: boolean;
  draining: boolean;
  version: string;
  processes: Record<string, 'gone' | 'hung' | 'running'>;
  why: string[];
  node?: Record<string, unknown> | null;
}

/** An environment of 5000 over TCP: its scores, who waits and who plays. */
export interface Scoreboard {
  environment: string;
  seats: number;
  seconds: number;
  scores: ScoreLine[];
  waiting: string[];
  playing: Committed[];
  next: Committed | null;
  connect: Door;
  day?: Day | null;
  last?: LastGame[];
}

export interface ScoreLine {
  name: string;
  score: number;
  games: number;
}

/** A table of 5000 over TCP, who plays there, and the commitment to its dice. */
export interface Committed {
  table: string;
  commitment: string;
  names?: string[];
  began?: number;
}

/** Where to connect. */
export interface Door {
  host: string;
  port: number;
}

/** How the tournament of a contest stands. `over` says why it is over; empty, it is not. */
export interface Day {
  round: number;
  games: number;
  over: string;
  standings: Team[];
  next: string[][];
  sets: number;
  sets_left: number;
  look: number | null;
  begins: number | null;
  ends: number | null;
}

/** A team in the standings of a contest. Of one tier: can't be told from its best. */
export interface Team {
  name: string;
  tier: number;
  games: number;
  won: number;
  missed: number;
  rate: number;
  low: number;
  high: number;
  present: boolean;
}

/** A game that is over; its record is at /record/TABLE. */
export interface LastGame {
  table: string;
  names: string[];
  scores: number[];
  winners: number[];
}

/** All that the projector shows of an environment of 5000 over TCP. */
export interface Onlooking {
  environment: string;
  seats: number;
  at: number;
  again: number;
  port: number;
  scores: ScoreLine[];
  day: Day | null;
  moved: Record<string, number>;
  form: Record<string, Result[]>;
  waiting: string[];
  playing: Committed[];
  held: boolean;
  game: number | null;
  games: GameSeen[];
  counted: number;
  upsets: UpsetTold[];
  upsets_counted: number;
}

/** How a game went for somebody. Level: somebody else was too slow, left or did not come. */
export interface Result {
  table: string;
  did: 'level' | 'lost' | 'out' | 'won';
  score: number;
  others: string[];
}

/** A game that is over, at /record/TABLE. `why` it is worth seeing: an upset, close, among the first. */
export interface GameSeen {
  table: string;
  names: string[];
  scores: number[];
  winners: number[];
  how: string;
  out: number[];
  moves: number;
  began: number;
  seconds: number;
  why: 'close' | 'last' | 'top' | 'upset';
  worth: number;
}

/** `winner` beat `loser`, who stands so many places above and in a better tier. */
export interface UpsetTold {
  winner: string;
  loser: string;
  places: number;
  table: string;
  at: number;
}

/** Every refusal looks like this. */
export interface Failed {
  error: Error;
}

/** What went wrong. */
export interface Error {
  code: string;
  why: string;
}

/** It is being worked out; ask again after so many seconds. */
export interface Working {
  status: 'working';
  retry_after: number;
  ahead: number;
}

/** A record somebody brings: what /api/records/TABLE gives, or what `tavola` saves. */
export interface RecordBrought {
  format: 'tavola-record/1';
  game: string;
  rules_version: number | string;
  seats: string[];
  moves: ([number | string, string])[];
  options?: Record<string, string>;
  tags?: Record<string, string>;
  result?: ResultBrought | null;
}

/** How a game ended, as its record says. */
export interface ResultBrought {
  reason: string;
  scores: (number | string)[];
  winners: (number | string)[];
}
