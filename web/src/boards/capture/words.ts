// What is said at the card table. The points go by the names the server gives them.
import { cardName } from '../../art/cards/deck';
import { listed, phrases } from '../../lib/i18n';
import { prefs } from '../../lib/prefs.svelte';
import type { Manners } from './picture';

export const named = (card: string): string => cardName(card, prefs.lang);

const ARTICLES = { en: ['the ', 'the '], fr: ['le ', 'l’'], it: ['il ', 'l’'] } as const;

/** 'the seven of coins', as it stands in a sentence. */
export function the(card: string): string {
  const name = named(card);
  const [article, beforeVowel] = ARTICLES[prefs.lang];
  return (/^[aeiou]/.test(name) ? beforeVowel : article) + name;
}

/** '7 coins', where there is little room. */
export function shortName(card: string): string {
  const [, suit = ''] = named(card).split(/ of | de | d'| di /);
  return `${card.slice(0, -1)} ${suit}`;
}

/** Cards in the words of the server, `7d` or `5c 2b`, by their names. */
export function spelled(words: string): string {
  const run = /(?<![\w-])(?:10|[2-9AFCR])[bcds](?: (?:10|[2-9AFCR])[bcds])*(?![\w-])/g;
  return words.replace(run, (cards) => listed(cards.split(' ').map(the)));
}

/** 'Seven of coins': at the beginning of a line. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(prefs.lang) + text.slice(1);

export const t = phrases({
  en: {
    yourHand: 'Your hand',
    onTable: 'On the table',
    tableEmpty: 'The table is empty',
    handOf: '{name}’s hand: {count} {count:card|cards}',
    deckOf: 'The deck, with {name}: {count} {count:card|cards} left',
    bottomIs: 'Its bottom card: {card}',
    pileOf: 'Taken by {name}: {count} {count:card|cards}',
    pileLast: 'last: {cards}',
    deals: 'deals',
    partner: 'partner',
    you: 'You',
    us: 'We',
    them: 'They',
    target: 'to {target}',
    drops: 'Put down {card}',
    takes: '{card} takes {cards}',
    canTake: 'can take',
    canBeTaken: 'can be taken',
    willBeTaken: 'will be taken',
    chooseCard: 'Choose a card from your hand',
    chooseTaken: 'Choose what it takes',
    notYet: 'One moment: it is {name}’s turn',
    nobodyTakes: 'None of your cards takes {card}',
    whichTakes: 'Choose first what takes it: {cards}',
    takesNothing: '{card} takes nothing here; it can only be put down',
    cantTake: '{card} can’t take {other}',
    equalFirst: '{card} must take the fewest cards: an equal one comes first',
    again: 'Last play again',
    count: 'Count of the hand',
    handOver: 'Hand {hand}',
    calledOut: 'The target is reached: called out',
    points: 'Points',
    sum: 'This hand',
    total: 'Match',
    nextHand: 'Next hand',
    toResult: 'To the result',
    back: 'Back to the table',
    waiting: 'Waiting for {name}',
  },
  fr: {
    yourHand: 'Votre main',
    onTable: 'Sur la table',
    tableEmpty: 'La table est vide',
    handOf: 'Main de {name} : {count} {count:carte|cartes}',
    deckOf: 'Le talon, chez {name} : reste {count} {count:carte|cartes}',
    bottomIs: 'Dessous : {card}',
    pileOf: 'Pris par {name} : {count} {count:carte|cartes}',
    pileLast: 'en dernier : {cards}',
    deals: 'donne',
    partner: 'partenaire',
    you: 'Vous',
    us: 'Nous',
    them: 'Eux',
    target: 'en {target}',
    drops: 'Poser {card}',
    takes: '{card} prend {cards}',
    canTake: 'peut prendre',
    canBeTaken: 'peut être prise',
    willBeTaken: 'sera prise',
    chooseCard: 'Choisissez une carte de votre main',
    chooseTaken: 'Choisissez ce qu’elle prend',
    notYet: 'Un instant : c’est à {name}',
    nobodyTakes: 'Aucune de vos cartes ne prend {card}',
    whichTakes: 'Choisissez d’abord ce qui la prend : {cards}',
    takesNothing: '{card} ne prend rien ici ; on ne peut que poser cette carte',
    cantTake: '{card} ne peut pas prendre {other}',
    equalFirst: '{card} doit prendre le moins de cartes : l’égale d’abord',
    again: 'Revoir le dernier coup',
    count: 'Compte de la donne',
    handOver: 'Donne {hand}',
    calledOut: 'Le but est atteint et annoncé',
    points: 'Points',
    sum: 'Cette donne',
    total: 'Partie',
    nextHand: 'Donne suivante',
    toResult: 'Au résultat',
    back: 'Retour à la table',
    waiting: 'On attend {name}',
  },
  it: {
    yourHand: 'Le tue carte',
    onTable: 'In tavola',
    tableEmpty: 'La tavola è vuota',
    handOf: 'Carte di {name}: {count}',
    deckOf: 'Il mazzo, da {name}: {count:resta|restano} {count} {count:carta|carte}',
    bottomIs: 'In fondo: {card}',
    pileOf: 'Prese di {name}: {count} {count:carta|carte}',
    pileLast: 'per ultime: {cards}',
    deals: 'mazziere',
    partner: 'compagno',
    you: 'Tu',
    us: 'Noi',
    them: 'Loro',
    target: 'a {target}',
    drops: 'Cala {card}',
    takes: '{card} prende {cards}',
    canTake: 'può prendere',
    canBeTaken: 'si può prendere',
    willBeTaken: 'verrà presa',
    chooseCard: 'Scegli una carta dalla tua mano',
    chooseTaken: 'Scegli che cosa prende',
    notYet: 'Un momento: tocca a {name}',
    nobodyTakes: 'Nessuna delle tue carte prende {card}',
    whichTakes: 'Scegli prima con che cosa prenderla: {cards}',
    takesNothing: '{card} qui non prende nulla; si può solo calare',
    cantTake: '{card} non può prendere {other}',
    equalFirst: '{card} deve prendere il minor numero di carte: prima quella uguale',
    again: 'Rivedi l’ultima giocata',
    count: 'Conto della smazzata',
    handOver: 'Smazzata {hand}',
    calledOut: 'Punti raggiunti: chiamata fuori',
    points: 'Punti',
    sum: 'Questa smazzata',
    total: 'Partita',
    nextHand: 'Prossima smazzata',
    toResult: 'Al risultato',
    back: 'Torna al tavolo',
    waiting: 'Si aspetta {name}',
  },
});

const points = phrases({
  en: {
    carte: 'Cards',
    spade: 'Swords',
    denari: 'Coins',
    setbel: 'Seven of coins',
    duespade: 'Two of swords',
    fantespade: 'Jack of swords',
    primiera: 'Primiera',
    napola: 'Napola',
    scopa: 'Scopa',
  },
  fr: {
    carte: 'Cartes',
    spade: 'Épées',
    denari: 'Deniers',
    setbel: 'Sept de deniers',
    duespade: 'Deux d’épées',
    fantespade: 'Valet d’épées',
    primiera: 'Primiera',
    napola: 'Napola',
    scopa: 'Scopa',
  },
  it: {
    carte: 'Carte',
    spade: 'Spade',
    denari: 'Denari',
    setbel: 'Settebello',
    duespade: 'Due di spade',
    fantespade: 'Fante di spade',
    primiera: 'Primiera',
    napola: 'Napola',
    scopa: 'Scopa',
  },
});
type PointsName = Parameters<typeof points>[0];

/** What a kind of points is called. */
export function pointsName(what: string, manners: Manners, options: Record<string, string>): string {
  const name = manners.renamed?.(what, options) ?? what;
  return manners.points[name]?.[prefs.lang] ?? points(name as PointsName);
}
