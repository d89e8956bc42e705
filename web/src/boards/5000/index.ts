// 5000: five dice, three hands a turn, and a race.
import { against, digits, raceAims } from '../dice/logic/faces';
import { phrases } from '../../lib/i18n';
import { own } from '../own';
import type { Wire } from './wire';

const t = phrases({
  en: {
    title: '5000 scoreboards',
    text: '5000 has ports of its own, over plain TCP, with a scoreboard for each environment.',
  },
  fr: {
    title: 'Scores du 5000',
    text: 'Le 5000 a ses propres ports, en simple TCP, avec un tableau des scores par environnement.',
  },
  it: {
    title: 'Punteggi del 5000',
    text: 'Il 5000 ha le sue porte, in semplice TCP, con i punteggi di ogni ambiente.',
  },
});

export default own<Wire>({
  board: () => import('./Board.svelte'),
  pieces: 'dice',
  redo: async () => (await import('../dice/chance')).redo,
  odds: () => import('./Odds.svelte'),
  projector: () => import('./projector/Projector.svelte'),
  weigh: {
    aims: raceAims,
    position(table, aim) {
      if (table.dice.length === 0) return null;
      const now = `${digits(table.dice)} hand=${table.hand + 1} turn=${table.turn_score}`;
      return aim === 'win' ? now + against(table) : now;
    },
  },
  tcp: { title: () => t('title'), text: () => t('text') },
  scene: {
    tray: true,
    dice: [
      { x: 72, y: 58, face: 1, turn: 8 },
      { x: 118, y: 90, face: 1, turn: -18 },
      { x: 150, y: 50, face: 1, turn: 20 },
      { x: 204, y: 88, face: 5, turn: -7 },
      { x: 234, y: 46, face: 3, turn: 14 },
    ],
  },
});
