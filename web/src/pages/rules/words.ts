import { phrases } from '../../lib/i18n';

export const t = phrases({
  en: {
    games: 'Rules of the games',
    contents: 'On this page',
    play: 'Play it',
    odds: 'Its odds',
    standings: 'Who plays it best',
    cards: 'The cards',
    cardsText: 'Four suits: batons, cups, coins, swords; in Italian bastoni, coppe, denari, spade. The figures are jack (fante), knight (cavallo) and king (re).',
  },
  fr: {
    games: 'Règles des jeux',
    contents: 'Sur cette page',
    play: 'Y jouer',
    odds: 'Ses chances',
    standings: 'Qui y joue le mieux',
    cards: 'Les cartes',
    cardsText: 'Quatre couleurs : bâtons, coupes, deniers, épées (bastoni, coppe, denari, spade). Les figures sont le valet (fante), le cavalier (cavallo) et le roi (re).',
  },
  it: {
    games: 'Regole dei giochi',
    contents: 'In questa pagina',
    play: 'Gioca',
    odds: 'Le probabilità',
    standings: 'Chi gioca meglio',
    cards: 'Le carte',
    cardsText: 'Quattro semi: bastoni, coppe, denari, spade. Le figure sono fante, cavallo e re.',
  },
});
