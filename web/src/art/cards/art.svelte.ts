// Both styles are loaded only when a card of that style is first shown, and every card is drawn once.
import type { CardStyle } from '../../lib/prefs.svelte';
import { readCard, type Sign } from './deck.ts';
import { glyph } from './glyphs.ts';

interface Drawing {
  drawFace(card: Sign, withIndex: boolean): string;
  drawBack(): string;
}

const STYLES: Record<CardStyle, () => Promise<Drawing>> = {
  traditional: () => import('./regionale/index.ts'),
  plain: () => import('./semplice/index.ts'),
};

let loaded = $state.raw<Partial<Record<CardStyle, Drawing>>>({});
const asked: Partial<Record<CardStyle, Promise<void>>> = {};
const drawn = new Map<string, string>();

/** Asks for a style, once. A table calls it early, so that no card is seen bare. */
export function loadCards(style: CardStyle): Promise<void> {
  asked[style] ??= STYLES[style]().then(
    (drawing) => {
      loaded = { ...loaded, [style]: drawing };
    },
    () => {
      delete asked[style]; // no connection: the next card asks again
    },
  );
  return asked[style];
}

/** The inside of the card's SVG; until its style has come, the index alone. `null` is the back. */
export function artOf(card: string | null, style: CardStyle, withIndex: boolean): string {
  const drawing = loaded[style];
  if (!drawing) return card === null ? '' : bare(card);
  const key = `${style} ${card ?? 'back'} ${withIndex}`;
  let art = drawn.get(key);
  if (art === undefined) {
    art = card === null ? drawing.drawBack() : drawing.drawFace(readCard(card), withIndex);
    drawn.set(key, art);
  }
  return art;
}

const bare = (card: string): string =>
  `<g transform="translate(18 14) scale(1.3)">${glyph(readCard(card).rank, '#2b2521', 4.4)}</g>`;
