// Tombolon: from Rovigo, and from Padova with 52 cards.
import type { Wire } from '../capture/wire';
import { own } from '../own';

export default own<Wire>({
  board: () => import('./Board.svelte'),
  pieces: 'cards',
  redo: async () => (await import('../capture/chance')).redo(({ options }) => ({ full: options['padova'] === 'on', redealt: ['7', 'F', 'C', 'R'] })),
  scene: {
    cards: [
      { x: 62, y: 46, suit: 'coins', count: 6, turn: -90 },
      { x: 76, y: 32, suit: 'back', turn: 2 },
      { x: 80, y: 30, suit: 'back', turn: 1 },
      { x: 160, y: 24, suit: 'coins', count: 4, turn: -8 },
      { x: 196, y: 60, suit: 'coins', count: 2, turn: 6 },
      { x: 238, y: 36, suit: 'coins', count: 1, turn: 16 },
    ],
  },
});
