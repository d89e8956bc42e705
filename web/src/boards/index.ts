// Which board shows which game. A board is loaded when its first table is opened; a game without one, a
// plug-in for instance, is played on the generic board.
import type { Component } from 'svelte';
import type { TableStore } from '../lib/table.svelte';

export interface BoardProps {
  table: TableStore;
}
export type Board = Component<BoardProps>;
type Load = () => Promise<{ default: Board }>;

// Every component of boards/dice and boards/cards whose name is here; what is not written yet is not there.
const there: Record<string, Load> = import.meta.glob<{ default: Board }>([
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

export async function boardOf(game: string): Promise<Board> {
  const load = there[BOARDS[game] ?? ''] ?? (() => import('./generic/Generic.svelte'));
  return (await load()).default;
}
