// Made by tools/wire_types.py from docs/messages.schema.json. Do not edit: change the server's types instead.

/** What a client sends. */
export type AnyCommand =
  | Hello
  | Claim
  | Ping
  | Games
  | Tables
  | Create
  | Ladder
  | LeaveLadder
  | Challenge
  | Answer
  | Join
  | SeatBot
  | Leave
  | Watch
  | Play
  | Chat
  | BotLog
  | Report
  | Resign
  | Abort
  | ClaimWin
  | Rematch
  | Resume;

/** What a client hears. */
export type AnyMessage =
  | Welcome
  | Pong
  | Done
  | Refused
  | GameList
  | TableList
  | News
  | Said
  | Seated
  | Again
  | State
  | Closing
  | OnLadder
  | Paired
  | OffLadder
  | Challenged
  | Declined;

/** The first word: who you are. Without a token you are a guest and are given one; keep it. */
export interface Hello {
  type: 'hello';
  id?: string;
  token?: string | null;
  name?: string | null;
  lang?: 'en' | 'fr' | 'it' | null;
  heartbeat?: number | null;
  protocol?: number | null;
}

/** Make a name yours: from now on only your token plays under it. */
export interface Claim {
  type: 'claim';
  id?: string;
  name: string;
  bot?: boolean;
}

/** Are you there? */
export interface Ping {
  type: 'ping';
  id?: string;
}

/** Which games are there? */
export interface Games {
  type: 'games';
  id?: string;
}

/** Which public tables are there? */
export interface Tables {
  type: 'tables';
  id?: string;
  game?: string | null;
}

/** Open a table. Nobody sits there yet, not even you: the dice are committed to before any salt is. */
export interface Create {
  type: 'create';
  id?: string;
  game: string;
  preset?: string | null;
  options?: Record<string, string>;
  seats?: number | null;
  public?: boolean;
  clock?: Clock;
  rated?: boolean;
  odds?: boolean;
  quiet?: boolean;
}

/** How long a seat may think, in seconds; whoever runs out loses. Neither given: all the time there is. */
export interface Clock {
  decision?: number | null;
  game?: number | null;
}

/** Wait on the ladder for opponents who want the same game, until `leave_ladder` or the end of your
    connection. Said again, the new conditions count. */
export interface Ladder {
  type: 'ladder';
  id?: string;
  game: string;
  preset?: string | null;
  options?: Record<string, string>;
  seats?: number | null;
  clock?: Clock;
  rated?: boolean;
  low?: number | null;
  high?: number | null;
  games?: number;
  total?: number | null;
  challenges?: boolean;
}

/** Wait no longer, for one game or for all. Games you were told of are still to be played. */
export interface LeaveLadder {
  type: 'leave_ladder';
  id?: string;
  game?: string | null;
}

/** Ask a player on the ladder for a game. The `table` of `done` is where it will be, if they accept. */
export interface Challenge {
  type: 'challenge';
  id?: string;
  to: string;
  game: string;
  preset?: string | null;
  options?: Record<string, string>;
  clock?: Clock;
  rated?: boolean;
}

/** Take a challenge, or don't. */
export interface Answer {
  type: 'answer';
  id?: string;
  challenge: string;
  accept: boolean;
}

/** Sit down, on a seat or wherever there is one. The game begins when the last seat is taken. */
export interface Join {
  type: 'join';
  id?: string;
  table: string;
  seat?: number | null;
  salt?: string;
}

/** Let a bot sit down. Only those who opened the table, or sit there, may.

    In the middle of a game a bot takes the seat of a player who has gone, once `gone` says so. */
export interface SeatBot {
  type: 'seat_bot';
  id?: string;
  table: string;
  bot?: string;
  seat?: number | null;
}

/** Stand up, or stop watching. Once the game has begun you can only resign: your seat stays yours. */
export interface Leave {
  type: 'leave';
  id?: string;
  table: string;
  keep?: boolean;
}

/** Look on. */
export interface Watch {
  type: 'watch';
  id?: string;
  table: string;
}

/** Your move, by its notation or by its index among the legal ones. */
export interface Play {
  type: 'play';
  id?: string;
  table: string;
  move?: string | null;
  index?: number | null;
  turn?: number | null;
}

/** Say something to everyone at the table. */
export interface Chat {
  type: 'chat';
  id?: string;
  table: string;
  text: string;
}

/** What your bot says of its own game, kept for you alone: only your token reads it again. */
export interface BotLog {
  type: 'bot_log';
  id?: string;
  table: string;
  lines: LogLine[];
}

/** What a bot says of one of its decisions: at which turn it was asked, how many seconds it thought. */
export interface LogLine {
  turn: number;
  seconds?: number | null;
  text?: string;
}

/** Report a line of chat to the server's operator. Nobody at the table hears of it. */
export interface Report {
  type: 'report';
  id?: string;
  table: string;
  version: number;
  why?: string;
}

/** Give up. */
export interface Resign {
  type: 'resign';
  id?: string;
  table: string;
}

/** Call the game off: somebody has gone before it really began. It counts for nobody. */
export interface Abort {
  type: 'abort';
  id?: string;
  table: string;
}

/** An opponent has gone for good, and loses the game as if they had resigned. */
export interface ClaimWin {
  type: 'claim_win';
  id?: string;
  table: string;
  seat?: number | null;
}

/** Once more? When everyone who played says so, there is a new table. */
export interface Rematch {
  type: 'rematch';
  id?: string;
  table: string;
}

/** Back again: what happened since a version, and how the table stands. */
export interface Resume {
  type: 'resume';
  id?: string;
  table: string;
  since?: number | null;
}

/** You are this person. `token` is told to a new guest only, once. */
export interface Welcome {
  type: 'welcome';
  name: string;
  token?: string | null;
  server?: string;
  protocol?: number;
  claimed?: boolean;
  bot?: boolean;
  id?: string;
}

export interface Pong {
  type: 'pong';
  id?: string;
}

/** It was done. */
export interface Done {
  type: 'done';
  id?: string;
  table?: string | null;
  version?: number | null;
}

/** It was not done: why, and what would be right. */
export interface Refused {
  type: 'refused';
  code: 'bad_message' | 'bad_request' | 'banned' | 'claim_first' | 'closing' | 'full' | 'illegal_move' | 'muted' | 'not_your_seat' | 'not_your_turn' | 'say_hello_first' | 'stale' | 'taken' | 'too_early' | 'too_much' | 'unknown_bot' | 'unknown_game' | 'unknown_table';
  why: string;
  id?: string;
  table?: string | null;
  legal?: string[] | null;
  retry_after?: number | null;
}

export interface GameList {
  type: 'games';
  games: GameTold[];
  id?: string;
}

/** One game there is. */
export interface GameTold {
  name: string;
  title: string;
  summary: string;
  seats: number[];
  score: ScoreTold;
  options: Record<string, string>;
  presets: string[];
  bots: string[];
  bots_absent?: Record<string, string>;
}

/** What the scores at the end of a game count, and which is the best to have. */
export interface ScoreTold {
  counts: string;
  best: 'highest' | 'lowest';
}

export interface TableList {
  type: 'tables';
  tables: TableTold[];
  id?: string;
}

/** A table in a list. */
export interface TableTold {
  table: string;
  game: string;
  options: Record<string, string>;
  seats: Chair[];
  status: 'over' | 'playing' | 'waiting';
  clock: Clock;
  rated?: boolean;
  watchers?: number;
  quiet?: boolean;
  ladder?: boolean;
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

/** Somebody said something; `seat` is None for one who looks on. */
export interface Said {
  type: 'said';
  table: string;
  version: number;
  name: string;
  text: string;
  seat?: number | null;
}

/** Who sits where has changed, who is away, or how many look on. */
export interface Seated {
  type: 'seated';
  table: string;
  version: number;
  seats: Chair[];
  watchers?: number;
  gone?: Gone[];
  salts?: string[];
}

/** A player of your game is away. Each field says in how many seconds you may do this about it: 0 is now,
    a missing one means never. */
export interface Gone {
  seat: number;
  abort?: number | null;
  claim?: number | null;
  bot?: number | null;
}

/** Who wants a rematch so far, and the new table once everyone does. */
export interface Again {
  type: 'rematch';
  table: string;
  version: number;
  wanted: number[];
  new_table?: string | null;
}

/** How the table stands: everything you need to go on from here. */
export interface State {
  type: 'table';
  table: string;
  game: string;
  options: Record<string, string>;
  in_force: Record<string, string>;
  rules_version: number;
  seats: Chair[];
  you: number | null;
  version: number;
  turn: number;
  status: 'over' | 'playing' | 'waiting';
  public: boolean;
  clock: Clock;
  rated: boolean;
  odds: boolean;
  commitment: string;
  salts?: string[];
  quiet?: boolean;
  sight?: Sight | null;
  time?: Time | null;
  over?: Ending | null;
  chat?: Said[];
  rematch?: number[];
  new_table?: string | null;
  missed?: News[];
  watchers?: number;
  gone?: Gone[];
  copy_of?: string | null;
  id?: string;
}

/** The server is going down; come back with your token, after so many seconds. */
export interface Closing {
  type: 'closing';
  retry_after: number;
  why?: string;
}

/** You wait on the ladder, under these conditions. `why` says in words why nobody may come. */
export interface OnLadder {
  type: 'ladder';
  game: string;
  options: Record<string, string>;
  seats: number;
  clock: Clock;
  rated: boolean;
  others?: number;
  why?: string;
  id?: string;
}

/** There is a game for you: `join` the table, within so many seconds. A seat is kept for you. */
export interface Paired {
  type: 'paired';
  table: string;
  game: string;
  options: Record<string, string>;
  clock: Clock;
  rated: boolean;
  seat: number;
  opponents: Opponent[];
  within: number;
  challenge?: boolean;
}

/** A player on the ladder. */
export interface Opponent {
  name: string;
  account?: 'bot' | null;
  rating?: number | null;
}

/** You do not wait any more, and why. You may wait again after so many seconds. */
export interface OffLadder {
  type: 'off_ladder';
  game: string;
  why: string;
  retry_after?: number | null;
}

/** A player challenges you. Send `answer` within so many seconds. */
export interface Challenged {
  type: 'challenged';
  challenge: string;
  by: Opponent;
  game: string;
  options: Record<string, string>;
  clock: Clock;
  rated: boolean;
  within: number;
}

/** Nothing comes of a challenge, yours or one to you. */
export interface Declined {
  type: 'declined';
  challenge: string;
  why: string;
}
