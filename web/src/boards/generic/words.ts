import { type Lang, phrases } from '../../lib/i18n';
import { prefs } from '../../lib/prefs.svelte';

export const t = phrases({
  en: { moves: 'Your moves', wait: 'Waiting for {name}', table: 'On the table', nothing: 'nothing', yes: 'yes', no: 'no' },
  fr: { moves: 'Vos coups', wait: 'On attend {name}', table: 'Sur la table', nothing: 'rien', yes: 'oui', no: 'non' },
  it: { moves: 'Le tue mosse', wait: 'Si aspetta {name}', table: 'Sul tavolo', nothing: 'niente', yes: 'sì', no: 'no' },
});

// What a table is usually told by. A game nobody here knows may have names of its own: those stay as they are.
const NAMES: Record<string, Record<Exclude<Lang, 'en'>, string>> = {
  bank: { fr: 'banque', it: 'banco' },
  bids: { fr: 'annonces', it: 'dichiarazioni' },
  board: { fr: 'plateau', it: 'tavoliere' },
  bottom: { fr: 'dessous', it: 'in fondo' },
  cards: { fr: 'cartes', it: 'carte' },
  dealer: { fr: 'donneur', it: 'mazziere' },
  deck: { fr: 'talon', it: 'mazzo' },
  dice: { fr: 'dés', it: 'dadi' },
  hand: { fr: 'main', it: 'mano' },
  hands: { fr: 'mains', it: 'mani' },
  kept: { fr: 'gardés', it: 'tenuti' },
  kitty: { fr: 'pot', it: 'piatto' },
  last: { fr: 'dernier', it: 'ultimo' },
  over: { fr: 'fini', it: 'finita' },
  pile: { fr: 'tas', it: 'mucchio' },
  piles: { fr: 'tas', it: 'mucchi' },
  player: { fr: 'joueur', it: 'giocatore' },
  points: { fr: 'points', it: 'punti' },
  round: { fr: 'tour de table', it: 'giro' },
  score: { fr: 'score', it: 'punteggio' },
  scores: { fr: 'scores', it: 'punteggi' },
  seats: { fr: 'places', it: 'posti' },
  stock: { fr: 'talon', it: 'mazzo' },
  table: { fr: 'table', it: 'tavolo' },
  taken: { fr: 'pris', it: 'prese' },
  throws: { fr: 'lancers', it: 'tiri' },
  tokens: { fr: 'jetons', it: 'gettoni' },
  total: { fr: 'total', it: 'totale' },
  totals: { fr: 'totaux', it: 'totali' },
  turn: { fr: 'tour', it: 'turno' },
  turns: { fr: 'tours', it: 'turni' },
  winner: { fr: 'gagnant', it: 'vincitore' },
};

/** A field's name as it is read, and the language it is in. */
export function fieldName(name: string): { text: string; lang: Lang } {
  const known = prefs.lang === 'en' ? undefined : NAMES[name]?.[prefs.lang];
  return known ? { text: known, lang: prefs.lang } : { text: name.replaceAll('_', ' '), lang: 'en' };
}
