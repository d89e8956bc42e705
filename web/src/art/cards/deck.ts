// The cards as the server writes them: a rank (A 2 to 10 F C R) and a suit (b c d s), as in `7d` or `10s`.

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'F', 'C', 'R'] as const;
export const SUITS = ['b', 'c', 'd', 's'] as const;
export type Rank = (typeof RANKS)[number];
export type Suit = (typeof SUITS)[number];
export type Language = 'en' | 'fr' | 'it';

export interface Sign {
  rank: Rank;
  suit: Suit;
}

export const DECK: readonly string[] = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/** Width and height of every card, in the units all of them are drawn in. */
export const WIDTH = 200;
export const HEIGHT = 350;

export function readCard(text: string): Sign {
  const rank = RANKS.find((one) => one === text.slice(0, -1).toUpperCase());
  const suit = SUITS.find((one) => one === text.slice(-1).toLowerCase());
  if (!rank || !suit) throw new Error(`${text} is not a card`);
  return { rank, suit };
}

const RANK_NAMES: Record<Language, string> = {
  en: 'ace two three four five six seven eight nine ten jack knight king',
  fr: 'as deux trois quatre cinq six sept huit neuf dix valet cavalier roi',
  it: 'asso due tre quattro cinque sei sette otto nove dieci fante cavallo re',
};
const SUIT_NAMES: Record<Language, string> = {
  en: 'batons cups coins swords',
  fr: 'bâtons coupes deniers épées',
  it: 'bastoni coppe denari spade',
};
const OF: Record<Language, string> = { en: 'of ', fr: 'de ', it: 'di ' };
const BACK: Record<Language, string> = { en: 'face-down card', fr: 'carte cachée', it: 'carta coperta' };

/** Seven of coins, sept de deniers, sette di denari: the words the server uses too. */
export function cardName(card: string | null, lang: Language): string {
  if (card === null) return BACK[lang];
  const { rank, suit } = readCard(card);
  const value = RANK_NAMES[lang].split(' ')[RANKS.indexOf(rank)];
  const sign = SUIT_NAMES[lang].split(' ')[SUITS.indexOf(suit)] ?? '';
  return `${value} ${sign.startsWith('é') ? "d'" : OF[lang]}${sign}`;
}
