// The languages there are, apart from their words: the preferences need to know them first.
export const LANGS = ['en', 'fr', 'it'] as const;
export type Lang = (typeof LANGS)[number];
export const OWN_NAMES: Record<Lang, string> = { en: 'English', fr: 'Français', it: 'Italiano' };

/** The first of the wished languages we speak. */
export function wishedLanguage(wished: readonly string[]): Lang {
  for (const one of wished) {
    const code = one.toLowerCase().split('-')[0];
    const found = LANGS.find((lang) => lang === code);
    if (found) return found;
  }
  return 'en';
}
