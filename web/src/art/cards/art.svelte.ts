// Both styles are loaded only when a card of that style is first shown, and every card is drawn once.
//
// A card is shown as an image: to the browser one box, where its drawing would be some hundred shapes to be
// parsed and styled anew each time a card comes to another place.
import type { CardStyle } from '../../lib/prefs.svelte';
import { DECK, HEIGHT, readCard, type Sign, WIDTH } from './deck.ts';
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
const seen: HTMLImageElement[] = []; // held, or the browser might forget them

/** Asks for a style, once. A table calls it early, so that no card is seen bare. */
export function loadCards(style: CardStyle): Promise<void> {
  asked[style] ??= STYLES[style]().then(
    (drawing) => {
      loaded = { ...loaded, [style]: drawing };
      void readAhead(style);
    },
    () => {
      delete asked[style]; // no connection: the next card asks again
    },
  );
  return asked[style];
}

/** A picture the browser has not seen yet may be a frame late: so it sees all of them before they are dealt. */
async function readAhead(style: CardStyle): Promise<void> {
  for (const card of [null, ...DECK]) {
    const picture = new Image();
    picture.src = artOf(card, style, true);
    seen.push(picture);
    await picture.decode().catch(() => undefined); // one after the other, or they would be in the way
  }
}

/** The card as the address of an image; until its style has come, the index alone. `null` is the back. */
export function artOf(card: string | null, style: CardStyle, withIndex: boolean): string {
  const drawing = loaded[style];
  const key = `${drawing ? style : 'bare'} ${card ?? 'back'} ${withIndex}`;
  let art = drawn.get(key);
  if (art === undefined) {
    art = image(drawing ? draw(drawing, card, withIndex) : bare(card));
    drawn.set(key, art);
  }
  return art;
}

const draw = (drawing: Drawing, card: string | null, withIndex: boolean): string =>
  card === null ? drawing.drawBack() : drawing.drawFace(readCard(card), withIndex);

const bare = (card: string | null): string =>
  card === null
    ? ''
    : `<g transform="translate(18 14) scale(1.3)">${glyph(readCard(card).rank, '#2b2521', 4.4)}</g>`;

// On a telephone the traditional cards' index grows with respect to the picture. The widths are the image's.
const GROWS =
  '<style>@media (max-width:96px){.index{transform:scale(1.18)}}' +
  '@media (max-width:60px){.index{transform:scale(1.38)}}</style>';

const image = (inside: string): string =>
  'data:image/svg+xml,' +
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${GROWS}${inside}</svg>`,
  );
