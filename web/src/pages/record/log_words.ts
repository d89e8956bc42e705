import { phrases } from '../../lib/i18n';

export const t = phrases({
  en: {
    log: 'Your bot’s log',
    about: 'What your bot said of its decisions, if it was sent here. Only its token shows it.',
    token: 'The token it played with',
    show: 'Show the log',
    nothing: 'There is no log of this game for that token.',
    took: 'Thought for {ms} ms.',
    notHere: 'Nothing at this move.',
    before: 'Decision before',
    after: 'Next decision',
  },
  fr: {
    log: 'Le journal de votre bot',
    about: 'Ce que votre bot a dit de ses décisions, s’il l’a envoyé ici. Seul son jeton le montre.',
    token: 'Le jeton avec lequel il a joué',
    show: 'Montrer le journal',
    nothing: 'Il n’y a pas de journal de cette partie pour ce jeton.',
    took: 'A réfléchi {ms} ms.',
    notHere: 'Rien à ce coup.',
    before: 'Décision d’avant',
    after: 'Décision suivante',
  },
  it: {
    log: 'Il diario del tuo bot',
    about: 'Quello che il tuo bot ha detto delle sue decisioni, se l’ha mandato qui. Solo il suo gettone lo mostra.',
    token: 'Il gettone con cui ha giocato',
    show: 'Mostra il diario',
    nothing: 'Per questo gettone non c’è un diario di questa partita.',
    took: 'Ha pensato {ms} ms.',
    notHere: 'Niente a questa mossa.',
    before: 'Decisione prima',
    after: 'Decisione dopo',
  },
});
