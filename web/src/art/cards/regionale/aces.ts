// The aces: one great sign, and a motto on a ribbon.
import { type Suit } from '../deck.ts';
import { at, both, line, shape, star, turned, twice } from '../svg.ts';
import { garland } from './ornaments.ts';
import { BLUE, GREEN, INK, RED, WHITE } from './palette.ts';
import { baton, coin, cup, sword } from './suits.ts';

const MOTTOES: Record<Suit, [string, string]> = {
  b: ['chi bussa forte', 'apra piano'],
  c: ['prima la posta', 'e poi la sete'],
  d: ['tondo son io', 'chi mi ha mi spende'],
  s: ['taglio il mazzo', 'e non la mano'],
};

/** How high the two ribbons hang. */
const RIBBONS: Record<Suit, [number, number]> = { b: [104, 250], c: [74, 284], d: [74, 282], s: [92, 186] };

/** A ribbon 132 wide about 0, 0, with words on it. */
function ribbon(words: string, colour: string): string {
  const long = Math.min(112, words.length * 6.6);
  return (
    both(shape('M-50 0-76-4-68 8-78 20-48 16Z', colour)) +
    shape('M-64-10Q0-18 64-10V12Q0 4-64 12Z', WHITE) +
    `<text y="2.5" text-anchor="middle" font-family="Georgia,'Times New Roman',serif" font-style="italic" ` +
    `font-size="14" textLength="${long}" lengthAdjust="spacingAndGlyphs" stroke="none" fill="${INK}">` +
    `${words}</text>`
  );
}

export function ace(suit: Suit): string {
  const [above, below] = MOTTOES[suit];
  const colour = { b: RED, c: BLUE, d: RED, s: RED }[suit];
  const [high, low] = RIBBONS[suit];
  const words = at(100, high, ribbon(above, colour)) + at(100, low, ribbon(below, colour));
  const flowers = twice(at(100, 42, garland(), 1.1));
  if (suit === 'd') return great(100, 177, rays() + coin(), 2.05) + words + flowers;
  if (suit === 'c') return great(100, 181, cup(), 2.5) + words + flowers;
  if (suit === 'b') return at(100, 175, baton(312, 36, GREEN)) + vine() + words;
  return at(100, 252, sword(232, 28, RED)) + words;
}

/** A sign much enlarged, but not its lines. */
const great = (x: number, y: number, sign: string, scale: number): string =>
  `<g stroke-width="1.1">${at(x, y, sign, scale)}</g>`;

const rays = (): string => shape(star(16, 40, 30), RED);

/** A vine winds about the great baton. */
const vine = (): string => {
  const stem = 'M82 190C112 182 124 164 118 152';
  const one = line(stem, '', 7) + line(stem, GREEN, 3.5) + at(121, 149, garland(), 0.95, 14);
  return one + turned(one);
};
