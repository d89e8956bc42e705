// How a game ended, in one line.
import { listed } from '../../lib/i18n';
import type { TableStore } from '../../lib/table.svelte';
import { t } from './words';

export function headline(table: TableStore): string {
  const winners = table.over?.winners ?? [];
  if (table.over?.how === 'aborted') return t('calledOff');
  if (winners.length === 0) return t('nobody');
  if (winners.length === table.seats.length && winners.length > 1) return t('drawn');
  if (table.me !== null && winners.includes(table.me)) return t('won');
  const names = listed(winners.map((seat) => table.nameOf(seat)));
  return t(winners.length > 1 ? 'lostMany' : 'lost', { names });
}
