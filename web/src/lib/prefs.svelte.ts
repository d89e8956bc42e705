// The user's preferences, kept in this browser.
import { type Lang, LANGS, wishedLanguage } from './i18n/langs';
import { file, SERVER } from './prefix';

export type Theme = 'auto' | 'light' | 'dark';
export type Felt = 'green' | 'blue' | 'red';
export type CardStyle = 'traditional' | 'plain';
export type Motion = 'auto' | 'full' | 'reduced';

const PLACE = 'tavola.prefs';

interface Kept {
  lang: Lang;
  theme: Theme;
  felt: Felt;
  sound: boolean;
  cards: CardStyle;
  motion: Motion;
  name: string;
}

function fresh(): Kept {
  const wished = typeof navigator === 'undefined' ? [] : navigator.languages;
  return {
    lang: wishedLanguage(wished),
    theme: 'auto',
    felt: 'green',
    sound: true,
    cards: 'traditional',
    motion: 'auto',
    name: '',
  };
}

/** A browser may forbid storage altogether; then nothing is remembered, and nothing breaks. Servers below different
    prefixes of one site each have their own. */
export function kept(place: string): string | null {
  try {
    return localStorage.getItem(file(place));
  } catch {
    return null;
  }
}

export function keep(place: string, text: string): void {
  try {
    localStorage.setItem(file(place), text);
  } catch {
    // Not remembered.
  }
}

/** What this browser keeps for the pages of the server that handed this one out. */
function atServer(place: string): string | null {
  return SERVER === null ? null : localStorage.getItem(SERVER + place);
}

function read(): Kept {
  const found = fresh();
  try {
    Object.assign(found, JSON.parse(kept(PLACE) ?? atServer(PLACE) ?? '{}'));
  } catch {
    // Another program wrote there.
  }
  if (!LANGS.includes(found.lang)) found.lang = 'en';
  return found;
}

class Prefs implements Kept {
  lang = $state<Lang>('en');
  theme = $state<Theme>('auto');
  felt = $state<Felt>('green');
  sound = $state(true);
  cards = $state<CardStyle>('traditional');
  motion = $state<Motion>('auto');
  name = $state('');
  #system = $state(false);

  constructor() {
    Object.assign(this, read());
    if (typeof matchMedia === 'undefined') return;
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    this.#system = query.matches;
    query.addEventListener('change', () => (this.#system = query.matches));
  }

  /** Should things stand still? Ask before each animation: `if (!prefs.still) animate()`. */
  get still(): boolean {
    return this.motion === 'reduced' || (this.motion === 'auto' && this.#system);
  }

  /** Keeps every change and dresses the document. Called once, from an effect root. */
  follow(): void {
    const { lang, theme, felt, sound, cards, motion, name } = this;
    keep(PLACE, JSON.stringify({ lang, theme, felt, sound, cards, motion, name }));
    const root = document.documentElement;
    root.lang = lang;
    root.dataset.theme = theme;
    root.dataset.felt = felt;
    root.dataset.motion = this.still ? 'reduced' : 'full';
  }
}

export const prefs = new Prefs();
