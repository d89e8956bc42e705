// Portraits of the house's players, from the heads of the cards: the server says in words who looks how
// (bots/characters), here it is drawn. A head about 0, 0 as in heads.ts, in a round frame of radius 50.
import type { Face } from '../../lib/rest.ts';
import { both, disc, dot, flat, line, shape } from '../cards/svg.ts';
import { beard, BEARDS, bob, curls, face, HATS, moustache } from '../cards/regionale/heads.ts';
import { BLUE, BROWN, FLESH, GREEN, INK, OCHRE, RED, STEEL, WHITE } from '../cards/regionale/palette.ts';

const TINTS: Record<string, string> = { black: '#3a2a22', brown: BROWN, red: '#a4481f', blond: '#d9962b', grey: '#d9d4c8' };
const COLOURS: Record<string, string> = { red: RED, blue: BLUE, green: GREEN, ochre: OCHRE, ink: '#4a3a34' };
const GROUNDS: Record<string, string> = { red: '#efd9a8', blue: '#f0d8b4', green: '#f3d9a4', ochre: '#cfdfd6', ink: '#d8c9ac' };

/** What lies on the skull; bob and curls also fall behind the face. */
const crop = (hair: string): string =>
  shape('M-18-4C-24-34 24-34 18-4C15-12 13-16 8-18Q-4-13-12-18C-15-14-16-10-18-4Z', hair);
const parted = (hair: string): string =>
  shape('M-18-2C-24-34 24-34 18-2C16-14 8-20 0-21C-8-20-16-14-18-2Z', hair) + line('M0-28V-21', '', 1.2);
const bun = (hair: string): string => disc(0, -33, 9, hair) + line('M-5-35Q0-30 5-36', '', 1.2) + parted(hair);
const rim = (hair: string): string =>
  shape('M-17-15C-21-37 21-37 17-15', FLESH) + both(shape('M-16-12C-22-12-23 0-18 6L-16.5-2Z', hair)) + line('M-6-25Q0-27 6-25', '', 1);

const BEHIND: Record<string, (hair: string) => string> = { bob, curls };
const ABOVE: Record<string, (hair: string) => string> = { short: crop, bob: parted, curls: parted, bun, bald: rim };

const cap = (main: string, trim: string): string =>
  shape('M-22-12C-24-38 24-38 22-12Q0-20-22-12Z', main) + line('M0-34V-17', '', 1.2) + shape('M-24-10Q0-22 24-10Q26-17 20-19Q0-27-20-19Q-26-17-24-10Z', trim);
const scarf = (main: string, trim: string): string =>
  shape('M-20-10C-24-36 24-36 20-10Q0-24-20-10Z', main) +
  flat('M-14-20a2.4 2.4 0 1 0 .1 0ZM0-28a2.4 2.4 0 1 0 .1 0ZM12-21a2.4 2.4 0 1 0 .1 0Z', trim) +
  shape('M18-14Q28-16 30-6Q24-8 20-6Z', main);
const square = (main: string, trim: string): string =>
  shape('M-17-14V-26H17V-14Q0-21-17-14Z', main) + shape('M-32-30 0-41 32-30 0-20Z', main) + line('M0-30 24-28V-14', trim, 2) + disc(24, -12, 2.4, trim);

function hat(kind: string, main: string, trim: string): string {
  if (kind === 'cap') return cap(main, trim);
  if (kind === 'scarf') return scarf(main, trim);
  if (kind === 'square') return square(main, trim);
  const drawn = HATS[kind as keyof typeof HATS];
  return drawn ? drawn({ main, trim, plume: WHITE }) : '';
}

const glasses = (): string =>
  both(`<circle cx="-8" cy="-2" r="6.6" fill="${STEEL}" fill-opacity=".35"/>`) + line('M-1.6-3Q0-4.4 1.6-3M-14.6-3-17.5-5M14.6-3 17.5-5', '', 1.5);

const shoulders = (coat: string, trim: string): string =>
  shape('M-44 60C-42 36-26 30-12 27Q0 36 12 27C26 30 42 36 44 60Z', coat) + shape('M-12 27Q0 36 12 27L15 33Q0 45-15 33Z', trim);

function chin(kind: string, hair: string): string {
  if (kind === 'moustache') return moustache(hair);
  return kind in BEARDS ? beard(kind as keyof typeof BEARDS, hair) : '';
}

/** The portrait as SVG, for a viewBox of -50 -50 100 100. */
export function portrait(told: Face, look = -1.2): string {
  const [tint = '', cut = '', coatOf = '', trimOf = ''] = [told.tint, told.hair, told.coat, told.trim];
  const hair = TINTS[tint] ?? BROWN;
  const coat = COLOURS[coatOf] ?? GREEN;
  const trim = COLOURS[trimOf] ?? OCHRE;
  const learned = told.hat === 'square';
  return (
    dot(0, 0, 50, GROUNDS[coatOf] ?? WHITE) +
    `<g transform="translate(0 9) scale(.94)">` +
    shoulders(coat, trim) +
    (BEHIND[cut]?.(hair) ?? '') +
    face(look, hair) +
    (ABOVE[cut]?.(hair) ?? '') +
    chin(told.beard ?? '', hair) +
    (told.glasses ? glasses() : '') +
    hat(told.hat ?? '', learned ? INK : trim, learned ? trim : coat) +
    '</g>'
  );
}
