import { phrases } from '../../lib/i18n';

export const t = phrases({
  en: { moves: 'Your moves', wait: 'Waiting for {name}', table: 'On the table', nothing: 'nothing', yes: 'yes', no: 'no' },
  fr: { moves: 'Vos coups', wait: 'On attend {name}', table: 'Sur la table', nothing: 'rien', yes: 'oui', no: 'non' },
  it: { moves: 'Le tue mosse', wait: 'Si aspetta {name}', table: 'Sul tavolo', nothing: 'niente', yes: 'sì', no: 'no' },
});
