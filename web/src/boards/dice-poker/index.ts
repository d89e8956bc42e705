// Dice Poker: five dice, some of them once more, and the table of patterns.
import { against, digits, raceAims } from '../dice/logic/faces';
import { own } from '../own';
import type { Wire } from './wire';

export default own<Wire>({
  board: () => import('./Board.svelte'),
  pieces: 'dice',
  redo: async () => (await import('../dice/chance')).redo,
  odds: () => import('./Odds.svelte'),
  weigh: {
    aims: raceAims,
    position(table, aim) {
      if (table.dice.length !== 5) return null;
      const now = `${digits(table.dice)} rerolls=${table.rerolls}`;
      return aim === 'win' ? `${now}${against(table)} second=${table.player}` : now;
    },
  },
  scene: {
    dice: [
      { x: 50, y: 104, face: 6, turn: -8 },
      { x: 96, y: 104, face: 6, turn: 3 },
      { x: 142, y: 104, face: 6, turn: -3 },
      { x: 204, y: 44, face: 2, turn: 24 },
      { x: 250, y: 78, face: 2, turn: -16 },
    ],
  },
});
