// Words in three languages. Each part of the page keeps its own: `const t = phrases({ en, fr, it })`.
// A key that is missing in one language, or asked for and in none, does not compile.
import { prefs } from '../prefs.svelte';
import type { Lang } from './langs';

export { type Lang, LANGS, OWN_NAMES } from './langs';

export type Blanks = Record<string, string | number>;
export type Words<K extends string> = Record<Lang, Record<K, string>>;
export type Translate<K extends string> = (key: K, blanks?: Blanks) => string;

/** `t('taken', { name })` fills the blank in 'The seat of {name}'. Follows the chosen language. */
export function phrases<K extends string>(words: Words<K>): Translate<K> {
  return (key, blanks) => fill(spaced(words[prefs.lang][key], prefs.lang), blanks);
}

/** French has a space before some signs and within its quotation marks; there no line breaks. */
export function spaced(text: string, lang: Lang): string {
  if (lang !== 'fr') return text;
  return text.replace(/ ([:;!?»])/g, '\u00a0$1').replaceAll('« ', '«\u00a0');
}

/** `{count} {count:card|cards}` is one word for one and another for more; French says none as it says one. */
export function fill(given: string, blanks: Blanks = {}): string {
  const alone = prefs.lang === 'fr' ? ['0', '1'] : ['1'];
  const text = given.replace(/\{(\w+):([^{}|]*)\|([^{}|]*)\}/g, (_, name: string, one: string, more: string) =>
    alone.includes(String(blanks[name])) ? one : more,
  );
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(blanks[name] ?? whole));
}

/** 'Kitty: 3 tokens', with the space French has before its colon. */
export function titled(before: string, after: string): string {
  return `${before}${prefs.lang === 'fr' ? '\u00a0: ' : ': '}${after}`;
}

/** 'Ada, Bob and Carla' as the language joins names. */
export function listed(names: string[]): string {
  return new Intl.ListFormat(prefs.lang, { type: 'conjunction' }).format(names);
}

/** 1234 as the language writes it. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(prefs.lang, options).format(value);
}

/** Bytes as megabytes, with one digit after the point. */
export function megabytes(bytes: number): string {
  return number(Math.round(bytes / 1e5) / 10);
}
