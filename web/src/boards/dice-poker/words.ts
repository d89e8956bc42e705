import { phrases } from '../../lib/i18n';

export const t = phrases({
  en: {
    patterns: 'Patterns',
    now: 'now',
    could: 'possible',
    expected: 'on average {points}',
    reroll: 'Throw {dice} again',
    rerollNone: 'Throw again',
    stand: 'Stand, {points}',
    standNone: 'Stand',
    chooseStay: 'Choose the dice that stay; up to three others are thrown once more.',
    keepTwo: 'At most three dice are thrown again: keep at least two.',
    allKept: 'All dice are kept: stand, or put some back.',
    noMore: 'No throw is left in this turn.',
    rerollsLeft: 'throws left: {n}',
    round: 'Round {n}',
  },
  fr: {
    patterns: 'Figures',
    now: 'maintenant',
    could: 'possible',
    expected: 'en moyenne {points}',
    reroll: 'Relancer {dice}',
    rerollNone: 'Relancer',
    stand: 'Rester, {points}',
    standNone: 'Rester',
    chooseStay: 'Choisissez les dés qui restent ; on en relance trois au plus, une fois.',
    keepTwo: 'On relance trois dés au plus : gardez-en au moins deux.',
    allKept: 'Tous les dés sont gardés : restez, ou remettez-en.',
    noMore: 'Plus de lancer dans ce tour.',
    rerollsLeft: 'relances : {n}',
    round: 'Tour {n}',
  },
  it: {
    patterns: 'Combinazioni',
    now: 'adesso',
    could: 'possibile',
    expected: 'in media {points}',
    reroll: 'Rilancia {dice}',
    rerollNone: 'Rilancia',
    stand: 'Resta, {points}',
    standNone: 'Resta',
    chooseStay: 'Scegli i dadi che restano; gli altri, al massimo tre, si rilanciano una volta.',
    keepTwo: 'Si rilanciano al massimo tre dadi: tienine almeno due.',
    allKept: 'Tutti i dadi sono tenuti: resta, o rimettine qualcuno.',
    noMore: 'Non ci sono più tiri in questo turno.',
    rerollsLeft: 'rilanci: {n}',
    round: 'Giro {n}',
  },
});

export const pattern = phrases({
  en: {
    mega: 'Méga', great_straight: 'Great straight', little_straight: 'Little straight', quads: 'Quads', full: 'Full',
    trips: 'Trips', two_pair: 'Two pair', pair: 'Pair', nothing: 'Nothing',
  },
  fr: {
    mega: 'Méga', great_straight: 'Grande suite', little_straight: 'Petite suite', quads: 'Carré', full: 'Full',
    trips: 'Brelan', two_pair: 'Double paire', pair: 'Paire', nothing: 'Rien',
  },
  it: {
    mega: 'Mega', great_straight: 'Scala grande', little_straight: 'Scala piccola', quads: 'Poker', full: 'Full',
    trips: 'Tris', two_pair: 'Doppia coppia', pair: 'Coppia', nothing: 'Niente',
  },
});
export const PATTERNS = [
  'mega', 'great_straight', 'little_straight', 'quads', 'full', 'trips', 'two_pair', 'pair', 'nothing',
] as const;

/** A pattern by the name the rules have for it. */
export const patternName = (name: string): string => pattern(name as (typeof PATTERNS)[number]);
