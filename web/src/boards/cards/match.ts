// What the sides of a match are called, and how many points win it.
import { listed } from '../../lib/i18n';
import type { TableStore } from '../../lib/table.svelte';
import { seatsOf, type Side, sideOf } from './picture';
import { t } from './words';

const USUAL: Record<string, number> = { spazzino: 21, scopetta: 11, tombolon: 31 };
const IN_PADOVA = 51;

/** The server tells it where it is not the usual number. */
export function targetOf(table: TableStore): number {
  const told = Number(table.options.target ?? 0);
  if (told > 0) return told;
  return table.options.padova === 'on' ? IN_PADOVA : (USUAL[table.game] ?? 21);
}

/** You and somebody's name; for who plays in pairs, we and they; for who looks on, all by name. */
export function sideName(table: TableStore, side: Side): string {
  const seats = seatsOf(side, table.seats.length);
  const mine = table.you !== null && side === sideOf(table.you);
  if (seats.length > 1 && table.you !== null) return t(mine ? 'us' : 'them');
  if (mine) return t('you');
  return namesOf(table, side);
}

export function namesOf(table: TableStore, side: Side): string {
  const seats = seatsOf(side, table.seats.length);
  return listed(seats.map((seat) => table.nameOf(seat)));
}
