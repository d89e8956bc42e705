// 421: three dice, and tokens nobody wants.
import { digits } from '../dice/logic/faces';
import { own } from '../own';
import type { Picture, Wire } from './wire';

const ROLES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** Only the unload asks for decisions. Everything in the order of the turn. */
function position({ seats, tokens, turn, round, go }: Picture): string | null {
  if (round.kind !== 'unload') return null;
  const order = Array.from({ length: seats }, (_, n) => (turn.first + n) % seats).filter((seat) =>
    round.members.includes(seat),
  );
  const place = order.indexOf(go.player);
  const parts = [ROLES[place]];
  if (go.dice.length) parts.push(digits([...go.dice].sort().reverse()));
  parts.push(place === 0 ? `throws=${go.throws}` : `throws=${go.throws} of ${turn.limit}`);
  const target = order.slice(0, place).map((seat) => digits(round.shown[seat] ?? []));
  if (target.length) parts.push(`target=${target.join(',')}`);
  parts.push(`total=${turn.total}`, `tokens=${order.map((seat) => tokens[seat]).join('/')}`);
  return parts.join(' ');
}

export default own<Wire>({
  board: () => import('./Board.svelte'),
  pieces: 'dice',
  redo: async () => (await import('./chance')).redo,
  odds: () => import('./Odds.svelte'),
  weigh: { aims: () => ['set'], position },
  scene: {
    stacks: [
      { x: 38, y: 62, count: 5 },
      { x: 72, y: 84, count: 3, colour: '#d9a93a' },
      { x: 250, y: 70, count: 6 },
      { x: 286, y: 84, count: 2, colour: '#d9a93a' },
    ],
    dice: [
      { x: 112, y: 92, face: 4, turn: -14, size: 42 },
      { x: 164, y: 70, face: 2, turn: 11, size: 42 },
      { x: 216, y: 108, face: 1, turn: -5, size: 42 },
    ],
  },
});
