// Several people at one screen: each has a connection of their own, and a table as only they see it.
import { Connection } from './connection.svelte';
import { engine } from './engine.svelte';
import { keep, kept } from './prefs.svelte';
import { TableStore } from './table.svelte';

/** Another person at this screen. */
export interface Neighbour {
  token: string;
  name: string;
}

const PLACE = 'tavola.together';
const MOST = 8; // tables

type Kept = [table: string, people: Neighbour[]][];

function all(): Kept {
  try {
    const found: unknown = JSON.parse(kept(PLACE) ?? '[]');
    return Array.isArray(found) ? (found as Kept) : [];
  } catch {
    return [];
  }
}

/** Who plays at a table from this screen, without me. */
export const neighboursAt = (table: string): Neighbour[] => all().find(([id]) => id === table)?.[1] ?? [];

export function keepNeighbours(table: string, people: Neighbour[]): void {
  keep(PLACE, JSON.stringify([[table, people], ...all().filter(([id]) => id !== table)].slice(0, MOST)));
}

export function newNeighbour(name: string): Neighbour {
  const secret = crypto.getRandomValues(new Uint8Array(18));
  return { token: btoa(String.fromCharCode(...secret)).replace(/[^a-zA-Z0-9]/g, ''), name };
}

const lines = new Map<string, Connection>();

/** The table as a neighbour sees it. */
export function tableOf(neighbour: Neighbour, table: string): TableStore {
  let line = lines.get(neighbour.token);
  if (!line) {
    line = new Connection(() => engine.dial(), true, neighbour);
    lines.set(neighbour.token, line);
  }
  return new TableStore(line, table);
}
