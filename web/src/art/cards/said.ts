// Cards as they are said in a sentence.
import { listed } from '../../lib/i18n';
import { prefs } from '../../lib/prefs.svelte';
import { cardName } from './deck';

export const named = (card: string): string => cardName(card, prefs.lang);

const ARTICLES = { en: ['the ', 'the '], fr: ['le ', 'l’'], it: ['il ', 'l’'] } as const;

/** 'the seven of coins', as it stands in a sentence. */
export function the(card: string): string {
  const name = named(card);
  const [article, beforeVowel] = ARTICLES[prefs.lang];
  return (/^[aeiou]/.test(name) ? beforeVowel : article) + name;
}

/** Cards in the words of the server, `7d` or `5c 2b`, by their names. */
export function spelled(words: string): string {
  const run = /(?<![\w-])(?:10|[2-9AFCR])[bcds](?: (?:10|[2-9AFCR])[bcds])*(?![\w-])/g;
  return words.replace(run, (cards) => listed(cards.split(' ').map(the)));
}
