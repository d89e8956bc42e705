// Which board shows which game. A board is loaded when its first table is opened; a game without one, a
// plug-in for instance, is played on the generic board.
import type { Component } from 'svelte';
import type { TableStore } from '../lib/table.svelte';

export interface BoardProps {
  table: TableStore;
}
export type Board = Component<BoardProps>;
interface Found {
  default: Board;
  /** What is short for the eye, written out for the ear. */
  spell?: (words: string) => string;
}
type Load = () => Promise<Found>;

// Every component of boards/dice and boards/cards whose name is here; what is not written yet is not there.
const there: Record<string, Load> = import.meta.glob<Found>([
  './dice/*.svelte',
  './cards/*.svelte',
]);

export const BOARDS: Record<string, string> = {
  '421': './dice/FourTwentyOne.svelte',
  '5000': './dice/FiveThousand.svelte',
  'dice-poker': './dice/DicePoker.svelte',
  spazzino: './cards/Spazzino.svelte',
  scopetta: './cards/Scopetta.svelte',
  tombolon: './cards/Tombolon.svelte',
};

/** The board for a table, which from then on is told in the board's words. */
export async function boardFor(table: TableStore, game: string): Promise<Board> {
  const load: Load = there[BOARDS[game] ?? ''] ?? (() => import('./generic/Generic.svelte'));
  const found = await load();
  if (found.spell) table.spell = found.spell;
  return found.default;
}
