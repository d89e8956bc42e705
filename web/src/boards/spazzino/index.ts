// Spazzino: sweeps, piculas, bagers.
import type { Wire } from '../capture/wire';
import { own } from '../own';

export default own<Wire>({
  board: () => import('./Board.svelte'),
  pieces: 'cards',
  redo: async () => (await import('../capture/chance')).redo(() => ({})),
  scene: {
    cards: [
      { x: 40, y: 24, suit: 'cups', count: 4, turn: -4 },
      { x: 96, y: 20, suit: 'clubs', count: 3, turn: 3 },
      { x: 214, y: 70, suit: 'swords', count: 7, turn: 12 },
      { x: 244, y: 44, suit: 'back', turn: 20 },
      { x: 150, y: 66, suit: 'swords', count: 2, turn: -6 },
    ],
  },
});
