// Guesses how to show the table of an unknown game: cards as cards, dice as dice, seat numbers as names. Everything is
// shown somewhere; if its kind is unclear, as the number or the text it is.
import type { Piece } from '../../lib/notation';

export type Shown =
  | { kind: 'cards'; cards: (string | number | null)[] } // 7d, or a card that is a number
  | { kind: 'backs'; count: number } // cards nobody sees
  | { kind: 'dice'; faces: number[] }
  | { kind: 'seat'; seat: number }
  | { kind: 'flag'; on: boolean }
  | { kind: 'number'; value: number }
  | { kind: 'text'; text: string }
  | { kind: 'nothing' }
  | { kind: 'list'; items: Shown[] }
  | { kind: 'group'; fields: Field[] };

export interface Field {
  name: string;
  shown: Shown;
}

export interface Reading {
  /** My own cards. */
  hand: (string | number)[];
  /** By seat: what each has, and the fields that mean this seat. */
  seats: { has: Field[]; is: string[] }[];
  /** What belongs to nobody. */
  middle: Field[];
  dice: number[];
}

export interface Standing {
  seats: number;
  you: number | null;
  actor: number;
  /** The fields that hold a seat, as the game's types say. */
  seatFields: readonly string[];
  /** Lists of cards in which some seat once had none: they are by seat, also when every seat has one. `read` adds to it. */
  gaps?: Set<string>;
}

const CARD = /^(?:A|[2-9]|10|F|C|R)[bcds]$/;
const MINE = /^(?:my_)?(?:hand|cards|holding)$/;
const CARDS = /(?:^|_)(?:hand|card|deck|stock|pile|play|played|trick|taken|discard|discarded|shown|talon|drawn|row|table)s?$/;
const FACE_DOWN = /(?:^|_)(?:deck|stock|talon|undealt|pile)(?:_size|_left)?$/;
const HELD = /^(?:hand_sizes?|hands?|held|holding|cards_held|in_hands?|sizes)$/;
const DICE = /(?:^|_)(?:dice|die|faces?|rolled|thrown|throw|roll|kept)$/;
const MANY_BACKS = 13;

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isCard = (value: unknown): value is string => typeof value === 'string' && CARD.test(value);
const isFace = (value: unknown): boolean => isCount(value) && value >= 1 && value <= 6;

export function read(table: unknown, now: Standing): Reading {
  const reading: Reading = {
    hand: [],
    seats: Array.from({ length: now.seats }, () => ({ has: [], is: [] })),
    middle: [],
    dice: [],
  };
  const fields = table !== null && typeof table === 'object' && !isList(table) ? Object.entries(table) : [['', table] as const];
  const hidden = fields.some(([name, value]) => MINE.test(name) && isList(value)); // so others' hands are counted
  for (const [name, value] of fields) place(name, value, now, hidden, reading);
  return reading;
}

function place(name: string, value: unknown, now: Standing, hidden: boolean, reading: Reading): void {
  if ((name === 'seats' && value === now.seats) || name === 'over') return; // it is visible anyway
  if (now.seatFields.includes(name)) {
    const seat = reading.seats[value as number];
    if (seat && value !== now.actor) seat.is.push(name); // the frame shows whose turn it is
    return;
  }
  if (MINE.test(name) && isList(value) && value.every((one) => isCard(one) || isCount(one))) {
    reading.hand = value as (string | number)[];
    return;
  }
  if (bySeat(name, value, now)) {
    value.forEach((one, seat) => {
      const shown = HELD.test(name) && hidden && isCount(one) ? backs(one, seat === now.you) : meant(name, one, now);
      if (shown && shown.kind !== 'nothing') reading.seats[seat]!.has.push({ name, shown });
    });
    return;
  }
  const shown = meant(name, value, now);
  if (shown.kind === 'dice') reading.dice.push(...shown.faces);
  if (shown.kind !== 'nothing') reading.middle.push({ name, shown });
}

/** Cards somebody holds; my own lie before me and need not be counted. */
function backs(count: number, mine: boolean): Shown | null {
  if (mine) return null;
  return count > MANY_BACKS ? { kind: 'number', value: count } : { kind: 'backs', count };
}

/** A list with something for each seat: numbers, or one list each; single cards only where somebody had none before.
    What names its seat itself, such as a bid, is in a list for another reason. */
function bySeat(name: string, value: unknown, { seats, seatFields, gaps }: Standing): value is unknown[] {
  if (!isList(value) || value.length !== seats || seats < 2) return false;
  if (value.some((one) => one !== null && typeof one === 'object' && seatFields.some((field) => field in one))) return false;
  if (value.every(isList)) return true;
  if (value.includes(null)) gaps?.add(name);
  if (value.some(isCard)) return value.includes(null) || (gaps?.has(name) ?? false);
  if (value.every((one) => one === null)) return false;
  return HELD.test(name) || !(CARDS.test(name) || DICE.test(name));
}

function meant(name: string, value: unknown, now: Standing): Shown {
  if (value === null || value === undefined || value === '') return { kind: 'nothing' };
  if (typeof value === 'boolean') return { kind: 'flag', on: value };
  if (isCard(value)) return { kind: 'cards', cards: [value] };
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value === 'number') return ofNumber(name, value, now);
  if (isList(value)) return ofList(name, value, now);
  const fields = Object.entries(value as object).map(([inner, one]) => ({ name: inner, shown: meant(inner, one, now) }));
  return fields.length ? { kind: 'group', fields } : { kind: 'nothing' };
}

function ofNumber(name: string, value: number, { seatFields, seats }: Standing): Shown {
  if (seatFields.includes(name) && value >= 0 && value < seats) return { kind: 'seat', seat: value };
  if (DICE.test(name) && /^[1-6]{1,8}$/.test(String(value))) return { kind: 'dice', faces: [...String(value)].map(Number) };
  return { kind: 'number', value };
}

function ofList(name: string, value: unknown[], now: Standing): Shown {
  const there = value.filter((one) => one !== null);
  if (!there.length) return { kind: 'nothing' };
  if (there.every(isCard)) return { kind: 'cards', cards: there as string[] };
  if (DICE.test(name) && value.every(isFace)) return { kind: 'dice', faces: value as number[] };
  if (CARDS.test(name) && value.every(isCount)) return { kind: 'cards', cards: value as number[] };
  return { kind: 'list', items: value.map((one) => meant(name, one, now)) };
}

/** Is this so many face-down cards, and not any number? */
export const faceDown = ({ name, shown }: Field): boolean => shown.kind === 'number' && shown.value > 0 && FACE_DOWN.test(name);

/** The moves of a card of the hand: those that name it before any other card. */
export function movesOf(card: string | number, moves: readonly string[]): string[] {
  return moves.filter((move) => move.split(/[^\w]+/).find((word) => CARD.test(word) || /^\d+$/.test(word)) === String(card));
}

/** Numbers that are dice on the table are drawn as such. */
export function withDice(pieces: Piece[], dice: readonly number[]): Piece[] {
  return pieces.flatMap((piece) => {
    if (piece.kind !== 'text') return [piece];
    return piece.text
      .split(/(\b[1-6]+\b)/)
      .filter(Boolean)
      .map((text): Piece => (lie(text, dice) ? { kind: 'dice', text, faces: [...text].map(Number) } : { kind: 'text', text }));
  });
}

/** The dice a move names, highest first; empty if it names none that lie there. */
export function diceOf(move: string, dice: readonly number[]): string {
  const named = withDice([{ kind: 'text', text: move }], dice).find((piece) => piece.kind === 'dice');
  return ordered(named?.text ?? '');
}

export const ordered = (faces: string): string => [...faces].sort().reverse().join('');

function lie(text: string, dice: readonly number[]): boolean {
  const left = [...dice];
  return [...text].every((face) => {
    const at = left.indexOf(Number(face));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
