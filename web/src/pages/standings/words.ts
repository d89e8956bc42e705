import { listed, phrases } from '../../lib/i18n';

export const t = phrases({
  en: {
    title: 'Standings: {game}',
    about: 'Rated games only: who has won how many. Bots are marked.',
    name: 'Name',
    games: 'Games',
    rating: 'Rating',
    wins: 'Won',
    share: 'Share',
    bot: 'bot',
    ladder: 'The ladder of bots',
    nobodyYet: 'Nobody has finished a rated game yet. Open a table, tick “It counts for the standings”, and this place is yours.',
    recent: 'Last games',
    noRecent: 'No game has been finished yet.',
    won: '{names} won',
    wonMany: '{names} won',
    noWinner: 'nobody won',
    more: 'Earlier games',
    file: 'Replay a record of your own',
  },
  fr: {
    title: 'Classement : {game}',
    about: 'Parties classées seulement : qui en a gagné combien. Les robots sont marqués.',
    name: 'Nom',
    games: 'Parties',
    rating: 'Cote',
    wins: 'Gagnées',
    share: 'Part',
    bot: 'robot',
    ladder: 'L’échelle des robots',
    nobodyYet: 'Personne n’a encore fini de partie classée. Ouvrez une table, cochez « Elle compte pour le classement », et cette place est à vous.',
    recent: 'Dernières parties',
    noRecent: 'Aucune partie n’est encore finie.',
    won: '{names} a gagné',
    wonMany: '{names} ont gagné',
    noWinner: 'sans vainqueur',
    more: 'Parties plus anciennes',
    file: 'Revoir une partie à vous',
  },
  it: {
    title: 'Classifica: {game}',
    about: 'Solo partite classificate: chi ne ha vinte quante. I bot sono segnati.',
    name: 'Nome',
    games: 'Partite',
    rating: 'Valutazione',
    wins: 'Vinte',
    share: 'Quota',
    bot: 'bot',
    ladder: 'La scala dei bot',
    nobodyYet: 'Nessuno ha ancora finito una partita classificata. Apri un tavolo, spunta «Conta per la classifica», e questo posto è tuo.',
    recent: 'Ultime partite',
    noRecent: 'Non è ancora finita nessuna partita.',
    won: 'ha vinto {names}',
    wonMany: 'hanno vinto {names}',
    noWinner: 'nessun vincitore',
    more: 'Partite precedenti',
    file: 'Rivedi una tua partita',
  },
});

/** Who won a finished game: one, several, or nobody. */
export function wonBy(names: string[]): string {
  if (!names.length) return t('noWinner');
  return t(names.length > 1 ? 'wonMany' : 'won', { names: listed(names) });
}
