// Where every card lies as it is shown. The scene follows the events one by one, and is always led back to
// what the server says. Scenes are values: every function here returns a new one.
import { readPlay, type Side, sideOf, sorted } from './picture.ts';
import type { TableView } from './wire.ts';

export interface Pile {
  count: number;
  last: string[]; // what was taken last, the playing card first
  coming: number; // of these, how many are still on their way
}

export interface Scene {
  hands: string[][]; // by seat: my own cards by name, others' by a key of their own
  table: (string | null)[]; // a card keeps its place as long as it lies there
  played: { seat: number; card: string } | null; // shown before it acts
  gathered: string[]; // what the played card takes, once it lies with it
  marked: string[]; // what it is about to take
  piles: [Pile, Pile];
  undealt: number;
  bottom: string | null; // only while it lies under the stock
  dealer: number;
  totals: [number, number];
  specials: [number[], number[]];
}

const NO_PILES = (): [Pile, Pile] => [
  { count: 0, last: [], coming: 0 },
  { count: 0, last: [], coming: 0 },
];

/** The scene for a state of the server; cards already shown keep their places. */
export function sceneOf(picture: TableView, you: number | null, before: Scene | null): Scene {
  return {
    hands: picture.hand_sizes.map((size, seat) =>
      seat === you ? sorted(picture.hand) : hidden(seat, size, before?.hands[seat] ?? []),
    ),
    table: laid(picture.table, before?.table ?? []),
    played: null,
    gathered: [],
    marked: [],
    piles: [pileOf(picture, 0, before), pileOf(picture, 1, before)],
    undealt: picture.undealt,
    bottom: picture.undealt > 0 ? picture.bottom : null,
    dealer: picture.dealer,
    totals: picture.totals,
    specials: picture.specials,
  };
}

/** Keys for so many hidden cards of a seat: those that were there, and new ones. */
export function hidden(seat: number, size: number, before: string[]): string[] {
  const keys = before.slice(0, size);
  for (let n = 0; keys.length < size; n++) {
    const key = `${seat}.${n}`;
    if (!keys.includes(key)) keys.push(key);
  }
  return keys;
}

/** Cards on the table: each stays where it was, new ones fill the first free places. */
export function laid(cards: string[], before: (string | null)[]): (string | null)[] {
  const places = before.map((card) => (card !== null && cards.includes(card) ? card : null));
  for (const card of cards) {
    if (places.includes(card)) continue;
    const free = places.indexOf(null);
    if (free >= 0) places[free] = card;
    else places.push(card);
  }
  while (places.length && places.at(-1) === null) places.pop();
  return places;
}

function pileOf(picture: TableView, side: Side, before: Scene | null): Pile {
  const count = picture.taken[side].length;
  const old = before?.piles[side];
  if (old && old.count === count) return old.coming ? { ...old, coming: 0 } : old;
  if (picture.last_play && sideOf(picture.last_play[0]) === side) {
    const { card, taken } = readPlay(picture.last_play[1]);
    if (taken.length) return { count, last: [card, ...taken], coming: 0 };
  }
  return { count, last: [], coming: 0 };
}

/** A new hand: all cards are with the new dealer. */
export function gatheredUp(scene: Scene, dealer: number, totals: [number, number]): Scene {
  const all =
    scene.undealt +
    scene.piles[0].count +
    scene.piles[1].count +
    scene.table.filter(Boolean).length +
    scene.hands.flat().length;
  return {
    ...scene,
    hands: scene.hands.map(() => []),
    table: [],
    piles: NO_PILES(),
    undealt: all,
    bottom: null,
    dealer,
    totals,
    specials: [
      [0, 0, 0],
      [0, 0, 0],
    ],
  };
}

export function dealtToTable(scene: Scene, cards: string[]): Scene {
  const lying = scene.table.filter((card) => card !== null);
  return { ...scene, table: laid([...lying, ...cards], scene.table), undealt: scene.undealt - cards.length };
}

export function dealtAgain(scene: Scene, cards: string[]): Scene {
  return { ...scene, table: [], undealt: scene.undealt + cards.length };
}

export function dealt(scene: Scene, seat: number, number: number, cards: string[] | null): Scene {
  const hand = scene.hands[seat] ?? [];
  const held = cards ? sorted([...new Set([...hand, ...cards])]) : hidden(seat, hand.length + number, hand);
  const undealt = Math.max(0, scene.undealt - number);
  return {
    ...scene,
    hands: scene.hands.map((other, n) => (n === seat ? held : other)),
    undealt,
    bottom: undealt > 0 ? scene.bottom : null,
  };
}

/** POS1: the card leaves the hand and lies before its player. `left` is what it was known as in the hand. */
export function shown(scene: Scene, seat: number, card: string): { scene: Scene; left: string | undefined } {
  const hand = scene.hands[seat] ?? [];
  const left = hand.includes(card) ? card : hand[Math.floor(hand.length / 2)];
  return {
    scene: {
      ...scene,
      hands: scene.hands.map((held, n) => (n === seat ? held.filter((key) => key !== left) : held)),
      played: { seat, card },
      marked: [],
      gathered: [],
    },
    left,
  };
}

export function dropped(scene: Scene): Scene {
  if (!scene.played) return scene;
  const lying = scene.table.filter((card) => card !== null);
  return { ...scene, played: null, table: laid([...lying, scene.played.card], scene.table) };
}

export function marking(scene: Scene, marked: string[]): Scene {
  return { ...scene, marked };
}

/** POS2: what is taken lies with the card that takes it. */
export function gathering(scene: Scene, taken: string[]): Scene {
  return { ...scene, table: without(scene.table, taken), gathered: taken, marked: [] };
}

export function piledUp(scene: Scene, side: Side, cards: string[]): Scene {
  const pile = { count: scene.piles[side].count + cards.length, last: cards, coming: cards.length };
  return {
    ...scene,
    table: without(scene.table, cards),
    played: null,
    gathered: [],
    marked: [],
    piles: withPile(scene, side, pile),
  };
}

/** They lie on the pile now, and count. */
export function arrived(scene: Scene, side: Side): Scene {
  return { ...scene, piles: withPile(scene, side, { ...scene.piles[side], coming: 0 }) };
}

const withPile = ({ piles }: Scene, side: Side, pile: Pile): [Pile, Pile] =>
  side === 0 ? [pile, piles[1]] : [piles[0], pile];

export function scored(scene: Scene, side: Side, points: number, place: number): Scene {
  const totals: [number, number] = [scene.totals[0], scene.totals[1]];
  totals[side] += points;
  const specials: [number[], number[]] = [[...scene.specials[0]], [...scene.specials[1]]];
  if (place >= 0) specials[side][place] = (specials[side][place] ?? 0) + points;
  return { ...scene, totals, specials };
}

/** The scene before a play, as far as it can be told afterwards. */
export function takenBack(scene: Scene, seat: number, card: string, taken: string[], mine: boolean): Scene {
  const side = sideOf(seat);
  const hand = scene.hands[seat] ?? [];
  const held = mine ? sorted([...hand, card]) : hidden(seat, hand.length + 1, hand);
  const lying = scene.table.filter((one): one is string => one !== null && one !== card);
  const old = scene.piles[side];
  const pile = taken.length ? { count: old.count - taken.length - 1, last: [], coming: 0 } : old;
  return {
    ...scene,
    hands: scene.hands.map((other, n) => (n === seat ? held : other)),
    table: laid([...lying, ...taken], without(scene.table, [card])),
    piles: withPile(scene, side, pile),
  };
}

function without(places: (string | null)[], cards: string[]): (string | null)[] {
  return places.map((card) => (card !== null && cards.includes(card) ? null : card));
}

// Places on the table: two rows, five columns, the four corners around the middle first. More columns only
// when these are full.
const COLUMNS = [-1, 1, 0, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6];

/** Column from the middle, and row, of a place on the table. */
export function placeOf(slot: number): { column: number; row: 1 | 2 } {
  if (slot < 4) return { column: slot % 2 === 0 ? -1 : 1, row: slot < 2 ? 1 : 2 };
  const column = COLUMNS[2 + Math.floor((slot - 4) / 2)] ?? 6;
  return { column, row: slot % 2 === 0 ? 1 : 2 };
}

export function columnsFor(slots: number): number {
  let widest = 2;
  for (let slot = 0; slot < slots; slot++) widest = Math.max(widest, Math.abs(placeOf(slot).column));
  return 2 * widest + 1;
}
