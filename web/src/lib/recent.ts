// Tables where I sit and the game is not over, so that a closed tab loses nothing.
import { keep, kept } from './prefs.svelte';

export interface Recent {
  table: string;
  game: string;
  waiting?: boolean; // for another player to sit down
}

const PLACE = 'tavola.tables';
const MOST = 8;

export function recent(): Recent[] {
  try {
    const found: unknown = JSON.parse(kept(PLACE) ?? '[]');
    return Array.isArray(found) ? (found as Recent[]).filter((one) => one?.table && one.game) : [];
  } catch {
    return [];
  }
}

export function remember(table: string, game: string, waiting = false): void {
  const others = recent().filter((one) => one.table !== table);
  keep(PLACE, JSON.stringify([{ table, game, waiting }, ...others].slice(0, MOST)));
}

export function forget(table: string): void {
  keep(PLACE, JSON.stringify(recent().filter((one) => one.table !== table)));
}
