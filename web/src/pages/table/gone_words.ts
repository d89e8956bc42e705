import { phrases } from '../../lib/i18n';

export const t = phrases({
  en: {
    title: 'Somebody has gone',
    away: '{name} is away.',
    too: 'Also away: {names}.',
    in: 'in {seconds} s',
    abort: 'Call the game off',
    claim: 'Claim the win',
    bot: 'Go on with a bot',
  },
  fr: {
    title: 'Quelqu’un est parti',
    away: '{name} n’est plus là.',
    too: 'Plus là non plus : {names}.',
    in: 'dans {seconds} s',
    abort: 'Annuler la partie',
    claim: 'Réclamer la victoire',
    bot: 'Continuer avec un bot',
  },
  it: {
    title: 'Qualcuno se n’è andato',
    away: '{name} è assente.',
    too: 'Assenti anche: {names}.',
    in: 'fra {seconds} s',
    abort: 'Annulla la partita',
    claim: 'Reclama la vittoria',
    bot: 'Continua con un bot',
  },
});
