// What the sides of a match are called.
import { listed } from '../../lib/i18n';
import type { TableStore } from '../../lib/table.svelte';
import { seatsOf, type Side, sideOf } from './picture';
import { t } from './words';

/** You and somebody's name; for who plays in pairs, we and they; for who looks on, all by name. */
export function sideName(table: TableStore, side: Side): string {
  const seats = seatsOf(side, table.seats.length);
  const mine = table.me !== null && side === sideOf(table.me);
  if (seats.length > 1 && table.me !== null) return t(mine ? 'us' : 'them');
  if (mine) return t('you');
  return namesOf(table, side);
}

export function namesOf(table: TableStore, side: Side): string {
  const seats = seatsOf(side, table.seats.length);
  return listed(seats.map((seat) => table.nameOf(seat)));
}
