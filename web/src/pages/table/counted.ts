// How much a rated game counts, in words: docs/ratings.md has the rule.
import { phrases } from '../../lib/i18n';

const t = phrases({
  en: {
    not: 'This game does not count for the standings: {why}.',
    part: 'This game counts less for the standings: {why}.',
    too_short: 'somebody made fewer than two decisions',
    unfinished: 'it was given up early',
    same_address: 'two opponents play from the same address',
    met_often: 'the same players have met often today',
  },
  fr: {
    not: 'Cette partie ne compte pas pour le classement : {why}.',
    part: 'Cette partie compte moins pour le classement : {why}.',
    too_short: 'quelqu’un a pris moins de deux décisions',
    unfinished: 'elle a été abandonnée tôt',
    same_address: 'deux adversaires jouent depuis la même adresse',
    met_often: 'les mêmes joueurs se sont souvent rencontrés aujourd’hui',
  },
  it: {
    not: 'Questa partita non conta per la classifica: {why}.',
    part: 'Questa partita conta meno per la classifica: {why}.',
    too_short: 'qualcuno ha preso meno di due decisioni',
    unfinished: 'è stata abbandonata presto',
    same_address: 'due avversari giocano dallo stesso indirizzo',
    met_often: 'gli stessi giocatori si sono incontrati spesso oggi',
  },
});

const REASONS = ['too_short', 'unfinished', 'same_address', 'met_often'] as const;

/** What the tag `Counts` of a record says; nothing if the game counts whole, or was not to count at all. */
export function counted(tag: string): string {
  const [weight, ...why] = tag.split(' ');
  const said = REASONS.filter((reason) => why.includes(reason)).map((reason) => t(reason));
  if (!weight || Number(weight) >= 1 || !said.length) return '';
  return t(Number(weight) ? 'part' : 'not', { why: said.join(', ') });
}
