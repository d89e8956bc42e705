// A game against bots on its way from a server's page to the page without one: all that its player could see. It travels
// in the address, after the #, so that it needs no storage, reaches no server, and can be opened again.
import { without } from './without.svelte';
import type { TableStore } from './table.svelte';

export interface Copy {
  game: string;
  options: Record<string, string>;
  rules_version: number;
  seats: number;
  table: string;
  turn: number;
  seat: number;
  actor: number;
  seen: unknown;
  bots: (string | null)[]; // by seat
}

const LONGEST = 60_000;

/** Does another person play at this table, who would wait in vain? */
export const othersAt = (table: TableStore): boolean =>
  table.seats.some((chair, seat) => seat !== table.me && !chair.bot);

/** The address where a game continues without its server; null if nobody plays, or not only against bots. */
export function addressOf(table: TableStore): string | null {
  const { state, sight, me } = table;
  if (!state || !sight || me === null || table.status !== 'playing' || othersAt(table)) return null;
  const copy: Copy = {
    game: state.game,
    options: state.options,
    rules_version: state.rules_version,
    seats: table.seats.length,
    table: table.id,
    turn: table.turn,
    seat: me,
    actor: sight.actor,
    seen: sight.table,
    bots: table.seats.map((chair) => chair.bot ?? null),
  };
  return `${without.at('/copy')}#${packed(JSON.stringify(copy))}`;
}

/** The copy of an address; null if there is none in it. What it says is judged where it is opened. */
export function copyIn(hash: string): Copy | null {
  try {
    if (hash.length > LONGEST) return null;
    const found = JSON.parse(unpacked(hash.replace(/^#/, ''))) as Copy;
    return typeof found.game === 'string' && Array.isArray(found.bots) ? found : null;
  } catch {
    return null;
  }
}

/** The request for the engine here; always the same text for the same game. */
export const wishOf = ({ bots: _, ...wish }: Copy): string => JSON.stringify(wish);

function packed(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function unpacked(text: string): string {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
}
