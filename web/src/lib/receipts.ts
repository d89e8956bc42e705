// What this browser keeps of a game: the commitment it was told before it sat down, the salt it made, what it heard.
// A server can change its mind, and its record. It can't change what was written down here before it knew our salt.
import type { Chair, Happened, News, Seated, State } from './wire';
import { at } from './prefix';

/** A contradiction: the server said something else before. */
export interface Changed {
  what: 'commitment' | 'salt' | 'move';
  first: string;
  then: string;
  place: number; // the seat of a salt, the number of a move from 1
}

/** A move as it was told: by whom, and what; of a hidden deal, the cards that we might see. */
export type Told = [actor: number, move: string | null, cards: string[]];

export interface Receipt {
  table: string;
  whose: string; // of several people at one screen; empty: this browser's own
  commitment: string;
  at: number;
  before: boolean; // was the commitment told before the game, and before our salt was sent?
  seat: number | null;
  salt: string;
  pending: string; // a salt that was sent, and not answered yet
  salts: string[]; // of all seats, as told last before the first move
  begun: boolean;
  lost: boolean; // something may have been told that we have not heard
  changed: Changed[];
  told: Record<number, Told>; // by the number of the move, from 0
  ended: number | null; // after so many moves
}

export const MOST = 60; // games that are remembered
const MOST_MOVES = 5000; // of one game; what is beyond is not compared
const PLACE = 'tavola.receipt.';

/** My own part in the dice: 96 random bits, made here. */
export function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Of a table that is heard of for the first time. */
export function fresh(state: State, whose = ''): Receipt {
  return {
    table: state.table,
    whose,
    commitment: state.commitment,
    at: Date.now(),
    before: state.status === 'waiting' && state.you === null,
    seat: state.you,
    salt: '',
    pending: '',
    salts: [],
    begun: false,
    lost: false,
    changed: [],
    told: {},
    ended: null,
  };
}

// ---- hearing ----

/** What the server says of a table: the receipt is brought up to date, and what does not agree is noted. */
export function hear(receipt: Receipt, message: State | Seated | News): void {
  if (message.type === 'table') standing(receipt, message);
  else if (message.type === 'news') happened(receipt, message);
  else if (message.salts?.length && !receipt.begun) salted(receipt, message.salts, message.seats);
}

function standing(receipt: Receipt, state: State): void {
  if (state.commitment !== receipt.commitment) note(receipt, 'commitment', receipt.commitment, state.commitment);
  if (state.you !== receipt.seat) {
    receipt.seat = state.you; // news are others with cards in one's hand
    receipt.told = {};
  }
  const salts = state.salts ?? [];
  if (receipt.begun) {
    receipt.salts.forEach((kept, seat) => {
      if (salts.length && kept !== salts[seat]) note(receipt, 'salt', kept, salts[seat] ?? '', seat);
    });
  } else {
    salted(receipt, salts, state.seats);
    receipt.begun = state.status !== 'waiting';
  }
  receipt.lost = false;
  for (const news of state.missed ?? []) happened(receipt, news);
  if (state.over) receipt.ended = state.turn;
}

/** Before the game anybody may stand up and sit down with another salt, and we hear of both. One that changes without
    that was changed by the server, which may know ours by now. */
function salted(receipt: Receipt, salts: string[], chairs: Chair[]): void {
  receipt.salts.forEach((kept, seat) => {
    const told = salts[seat] ?? '';
    if (seat === receipt.seat || !kept || kept === told || !chairs[seat]?.name || !salts.length) return;
    if (!receipt.lost) note(receipt, 'salt', kept, told, seat);
    else if (receipt.pending || receipt.salt) receipt.before = false; // no reason given, and our salt was out
  });
  receipt.salts = [...salts];
  const seat = receipt.seat;
  if (seat === null || seat >= salts.length) return;
  if (!chairs[seat]?.name) {
    if (!receipt.pending) [receipt.seat, receipt.salt] = [null, '']; // we have stood up
    return;
  }
  const told = salts[seat]!;
  if (receipt.pending && told === receipt.pending) [receipt.salt, receipt.pending] = [receipt.pending, ''];
  else if (receipt.salt && told !== receipt.salt && !receipt.pending) note(receipt, 'salt', receipt.salt, told, seat);
}

/** We sit: with the salt we sent, or the server has put another in its place. */
export function answered(receipt: Receipt): void {
  if (!receipt.pending) return;
  const sent = receipt.pending;
  [receipt.salt, receipt.pending] = [sent, ''];
  const told = receipt.seat === null ? undefined : receipt.salts[receipt.seat];
  if (told !== undefined && told !== sent) note(receipt, 'salt', sent, told, receipt.seat!);
}

function happened(receipt: Receipt, news: News): void {
  receipt.begun = true;
  news.steps.forEach((step, index) => {
    const number = news.turn - news.steps.length + index;
    if (number < 0 || number >= MOST_MOVES) return;
    const told: Told = [step.actor, step.move ?? null, step.move == null ? cardsOf(step) : []];
    const known = (receipt.told[number] ??= told);
    if (text(known) !== text(told)) note(receipt, 'move', text(known), text(told), number + 1);
  });
  if (news.over) receipt.ended = news.turn;
}

function note(receipt: Receipt, what: Changed['what'], first: string, then: string, place = 0): void {
  if (receipt.changed.some((one) => one.what === what && one.place === place)) return;
  receipt.changed.push({ what, first: first.slice(0, 200), then: then.slice(0, 200), place });
}

const text = ([, move, cards]: Told): string => move ?? cards.join(' ');

/** The cards that the events of a hidden deal name. */
function cardsOf(step: Happened): string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value === 'string') found.push(...value.split(/\s+/).filter((word) => /^[0-9A-Z]{1,2}[a-z]$/.test(word)));
    else if (Array.isArray(value)) value.forEach(look);
  };
  for (const event of step.events) for (const [name, value] of Object.entries(event)) if (name !== 'words' && name !== 'event') look(value);
  return found.sort();
}

// ---- keeping ----

// A browser may keep nothing: then only this tab knows, until it is closed.
const here = new Map<string, Receipt>();

const nameOf = (table: string, whose: string) => (whose ? `${table}/${whose}` : table);

/** What was kept of a table, by this tab or another. */
export function receiptOf(table: string, whose = ''): Receipt | null {
  const name = nameOf(table, whose);
  const known = here.get(name);
  if (known) return known;
  try {
    const found = JSON.parse(localStorage.getItem(at(PLACE + name)) ?? 'null') as Receipt | null;
    if (typeof found?.commitment !== 'string' || found.table !== table) return null;
    const whole = { ...fresh({ table, commitment: found.commitment, you: null } as State, whose), ...found, lost: true };
    here.set(name, whole);
    return whole;
  } catch {
    return null;
  }
}

/** Another tab may have sat down meanwhile: its receipt counts, if this one has no salt. */
export function lookAgain(table: string, whose = ''): Receipt | null {
  here.delete(nameOf(table, whose));
  return receiptOf(table, whose);
}

/** Writes it down. False: that can't be done, and only this tab knows it. */
export function keepReceipt(receipt: Receipt): boolean {
  const name = nameOf(receipt.table, receipt.whose);
  here.set(name, receipt);
  const write = () => localStorage.setItem(at(PLACE + name), JSON.stringify(receipt));
  try {
    const isNew = localStorage.getItem(at(PLACE + name)) === null;
    try {
      write();
    } catch {
      forgetOldest(MOST / 2); // full: the oldest make room
      write();
    }
    if (isNew) forgetOldest(MOST);
    return true;
  } catch {
    return false;
  }
}

function forgetOldest(most: number): void {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(at(PLACE)));
  if (kept.length <= most) return;
  const age = (key: string): number => {
    try {
      return (JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Receipt>).at ?? 0;
    } catch {
      return 0;
    }
  };
  const byAge = kept.map((key) => [age(key), key] as const).sort(([a], [b]) => b - a);
  for (const [, key] of byAge.slice(most)) localStorage.removeItem(key);
}
