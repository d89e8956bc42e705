// Scopetta.
import type { Wire } from '../capture/wire';
import { own } from '../own';

export default own<Wire>({
  board: () => import('./Board.svelte'),
  pieces: 'cards',
  redo: async () => (await import('../capture/chance')).redo(() => ({})),
  scene: {
    cards: [
      { x: 96, y: 62, suit: 'cups', count: 5, turn: -26 },
      { x: 118, y: 54, suit: 'clubs', count: 1, turn: -10 },
      { x: 146, y: 52, suit: 'coins', count: 7, turn: 8 },
      { x: 226, y: 30, suit: 'back', turn: -3 },
      { x: 231, y: 28, suit: 'back', turn: -1 },
    ],
  },
});
