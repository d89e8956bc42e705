// The aces: one great sign, and a motto on a ribbon.
import { type Suit } from '../deck.ts';
import { at, both, disc, flat, line, shape, star, turned } from '../svg.ts';
import { BLUE, GREEN, INK, OCHRE, RED, WHITE } from './palette.ts';
import { baton, coin, cup, sword } from './suits.ts';

const MOTTOES: Record<Suit, [string, string]> = {
  b: ['chi bussa forte', 'apra piano'],
  c: ['prima la posta', 'e poi la sete'],
  d: ['tondo son io', 'chi mi ha mi spende'],
  s: ['taglio il mazzo', 'e non la mano'],
};

/** A ribbon 132 wide about 0, 0, with words on it. */
function ribbon(words: string, colour: string): string {
  const long = Math.min(112, words.length * 6.6);
  return (
    both(shape('M-50 0-76-4-68 8-78 20-48 16Z', colour)) +
    shape('M-64-10Q0-18 64-10V12Q0 4-64 12Z', WHITE) +
    `<text x="0" y="2.5" text-anchor="middle" font-family="Georgia,'Times New Roman',serif" font-style="italic" ` +
    `font-size="14" textLength="${long}" lengthAdjust="spacingAndGlyphs" stroke="none" fill="${INK}">${words}</text>`
  );
}

const leaf = (colour: string): string => shape('M0 0C8-10 24-12 34-4C24 4 10 6 0 0Z', colour) + line('M4-.5Q16-5 28-4', '', 1.2);
const rose = (): string => disc(0, 0, 9, RED) + flat(star(5, 8, 4), OCHRE) + disc(0, 0, 3, WHITE);

const garland = (): string =>
  both(at(0, 0, leaf(GREEN), 1, -24) + at(2, 4, leaf(GREEN), 1, 14)) + rose();

export function ace(suit: Suit): string {
  const [above, below] = MOTTOES[suit];
  const colour = { b: RED, c: BLUE, d: RED, s: RED }[suit];
  const words = at(100, suit === 'c' ? 60 : 62, ribbon(above, colour)) + at(100, 296, ribbon(below, colour));
  if (suit === 'd') return at(100, 175, rays() + coin(), 2.55) + words;
  if (suit === 'c') return at(100, 182, cup(), 3) + words;
  if (suit === 'b') return at(100, 175, baton(316, 34, GREEN)) + knots() + words;
  return at(100, 250, sword(230, 30, RED)) + at(100, 175, '') + words;
}

const rays = (): string => shape(star(16, 34, 27), RED);

/** A branch winds about the great baton. */
const knots = (): string => {
  const one = line('M83 150C110 140 118 118 84 106', OCHRE, 5) + at(120, 136, garland(), 0.9, 20);
  return one + turned(one);
};
