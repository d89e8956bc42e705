// Heads for the figures: a face about 0, 0, with hair, beard, hat or crown. A chin lies at 25, a brow at -16.
import { both, disc, dot, flat, line, shape } from '../svg.ts';
import { BLUE, FLESH, GREEN, INK, OCHRE, RED, STEEL, WHITE } from './palette.ts';

const BLUSH = '#eda98f';

/** `look` is where the eyes go: left below 0, right above. */
export function face(look: number, brow: string): string {
  const eye = `<path stroke-width="1.3" fill="${WHITE}" d="M-12.5-1.5Q-8-6.5-3-1.5Q-8 1.5-12.5-1.5Z"/>`;
  return (
    shape('M-17-18C-18.5 4-13.5 24.5 0 25C13.5 24.5 18.5 4 17-18Z', FLESH) +
    dot(-10.5, 6.5, 3.6, BLUSH) +
    dot(10.5, 6.5, 3.6, BLUSH) +
    both(eye) +
    dot(-7.8 + look, -2.3, 2.1, INK) +
    dot(7.8 + look, -2.3, 2.1, INK) +
    both(line('M-13.5-7.5Q-8.5-11.5-3-8', brow, 2)) +
    line(look < 0 ? 'M1.5-5-3.5 6Q-2 9 2.5 7.5' : 'M-1.5-5 3.5 6Q2 9-2.5 7.5', '', 1.5) +
    mouth()
  );
}

const mouth = (): string =>
  `<path stroke-width="1" fill="${RED}" d="M-5.5 14Q-2.5 12 0 13.2Q2.5 12 5.5 14Q0 18-5.5 14Z"/>`;

const strands = (d: string): string => line(d, '', 1.2);

/** Hair that falls beside the face; drawn behind it. */
export const bob = (hair: string): string =>
  both(
    shape('M-14-20C-25-18-25 0-25 10C-25 20-29 25-31 28C-24 33-14 31-11 24Z', hair) +
      strands('M-20-6Q-19 12-24 26M-16 2Q-15 16-18 27'),
  );

export const curls = (hair: string): string =>
  both(shape('M-14-18C-24-20-27-10-23-5C-30-3-30 7-24 9C-30 12-28 22-21 21C-20 27-12 26-11 20Z', hair)) +
  both(strands('M-19-6Q-23-1-18 3M-20 10Q-23 14-18 17'));

export const BEARDS = {
  long: (hair: string): string =>
    shape(
      'M-18-7C-20 12-17 34-8 44Q-4 50 0 52Q4 50 8 44C17 34 20 12 18-7C16 3 13 9 9 9Q0 6-9 9' +
        'C-13 9-16 3-18-7Z',
      hair,
    ) +
    strands('M-12 18Q-10 34-5 42M12 18Q10 34 5 42M0 22V46M-6 21Q-5 34-2.5 42M6 21Q5 34 2.5 42'),
  forked: (hair: string): string =>
    shape(
      'M-18-7C-20 12-20 30-14 46Q-3 40 0 30Q3 40 14 46C20 30 20 12 18-7C16 3 13 9 9 9Q0 6-9 9' +
        'C-13 9-16 3-18-7Z',
      hair,
    ) +
    both(strands('M-13 14Q-14 30-12 40M-7 19Q-6 30-9 38')),
  round: (hair: string): string =>
    shape('M-18-7C-22 6-22 30-8 34Q0 36 8 34C22 30 22 6 18-7C16 3 13 9 9 9Q0 6-9 9C-13 9-16 3-18-7Z', hair) +
    both(strands('M-15 12Q-18 18-13 22M-10 19Q-13 25-7 28M-4 21Q-6 27-2 30')),
  pointed: (hair: string): string =>
    shape('M-18-7C-19 10-14 24 0 42C14 24 19 10 18-7C16 3 13 9 9 9Q0 6-9 9C-13 9-16 3-18-7Z', hair) +
    strands('M-11 16Q-6 26-2 32M11 16Q6 26 2 32M0 21V34'),
};
export type Beard = keyof typeof BEARDS;

export const moustache = (hair: string): string =>
  shape('M0 9.5Q-8 7-14 13.5Q-6 14.5 0 12Q6 14.5 14 13.5Q8 7 0 9.5Z', hair);

export const beard = (kind: Beard, hair: string): string => BEARDS[kind](hair) + mouth() + moustache(hair);

const jewels = (a: string, b: string): string =>
  both(disc(-14, -17.5, 2.6, a)) + `<path stroke-width="1.3" fill="${b}" d="M0-21 5-15.5 0-10-5-15.5Z"/>`;
const band = (colour: string): string => shape('M-25-23Q0-15 25-23L24-13Q0-5-24-13Z', colour);

/** Crowns end at -52 and rest on the brow. */
export const CROWNS = {
  leaves:
    shape(
      'M-24-18-28-40C-25-44-20-40-19-34C-15-40-11-38-9-34C-9-42-5-48 0-52C5-48 9-42 9-34' +
        'C11-38 15-40 19-34C20-40 25-44 28-40L24-18Z',
      OCHRE,
    ) +
    line('M0-44V-30M-22-36-19-26M22-36 19-26', '', 1.5) +
    band(OCHRE) +
    jewels(GREEN, RED),
  pearls:
    shape('M-24-18-29-42-15-30 0-49 15-30 29-42 24-18Z', OCHRE) +
    disc(0, -49, 3.6, WHITE) +
    both(disc(-29, -42, 3.6, WHITE)) +
    band(RED) +
    jewels(WHITE, OCHRE),
  arched:
    shape('M-23-18C-34-42-14-46 0-42C14-46 34-42 23-18Z', RED) +
    shape(
      'M-4.5-20V-44H4.5V-20ZM-23-18C-34-40-18-46-3-44L-3-39C-16-40-24-34-18-19ZM23-18C34-40 18-46 3-44' +
        'L3-39C16-40 24-34 18-19Z',
      OCHRE,
    ) +
    line('M0-44V-54M-4-50H4', OCHRE, 4.5) +
    line('M0-45V-54M-4-50H4', '', 1.5) +
    band(OCHRE) +
    jewels(BLUE, GREEN),
  rays:
    shape('M-24-18-31-38-19-30-16-47-7-32 0-52 7-32 16-47 19-30 31-38 24-18Z', OCHRE) +
    band(BLUE) +
    jewels(WHITE, OCHRE),
};
export type Crown = keyof typeof CROWNS;

/** A plume that rises from 0, 0 and falls over to the left. */
export const plume = (colour: string): string =>
  shape('M0 0C-2-16-14-26-28-22C-36-19-36-8-30-6C-31-12-26-13-22-11C-12-10-5-6 0 0Z', colour) +
  line('M0 0C-8-12-18-17-29-15', '', 1.2);

type Colours = { main: string; trim: string; plume: string };

export const HATS = {
  beret: ({ main, trim, plume: p }: Colours): string =>
    `<g transform="translate(12 -31) scale(.95 .8)">${plume(p)}</g>` +
    shape('M-25-12C-38-22-24-40 2-38C30-38 40-22 25-11Q0-21-25-12Z', main) +
    line('M-16-32Q-10-26-12-18M4-37Q6-28 4-20M22-32Q17-25 19-17', '', 1.2) +
    shape('M-21-20Q0-27 21-20L20-12Q0-19-20-12Z', trim) +
    disc(12, -19, 3.4, OCHRE),
  peaked: ({ main, trim, plume: p }: Colours): string =>
    shape('M-20-16C-18-32-8-46 20-48C30-46 33-36 30-28C26-36 22-34 21-14Z', main) +
    `<g transform="translate(14 -20) scale(1.1)">${plume(p)}</g>` +
    shape('M-33-6C-32-18-16-25 0-25C16-25 26-20 30-10Q8-19-12-14Q-24-12-33-6Z', trim),
  brimmed: ({ main, trim, plume: p }: Colours): string =>
    `<g transform="translate(-8 -30) scale(-1.1 .85)">${plume(p)}</g>` +
    shape('M-19-18C-21-42 21-42 19-18Z', main) +
    shape('M-19.5-24Q0-30 19.5-24L19-16H-19Z', trim) +
    shape('M-35-16C-28-26-16-20 0-20C16-20 28-26 35-16C30-7 16-12 0-12C-16-12-30-7-35-16Z', main),
  helmet: ({ main, plume: p }: Colours): string =>
    `<g transform="translate(3 -36) scale(1.2 .75)">${plume(p)}</g>` +
    shape('M-21 2V-20C-21-46 21-46 21-20V2L14-2V-14Q0-20-14-14V-2Z', STEEL) +
    shape('M-3.5-16V-41H3.5V-16Z', main) +
    line('M-21-20Q0-28 21-20', '', 1.5) +
    both(disc(-17.5, -9, 1.6, OCHRE)),
  turban: ({ main, trim, plume: p }: Colours): string =>
    `<g transform="translate(0 -33) scale(1 .8)">${plume(p)}</g>` +
    shape('M-24-10C-34-26-20-38 0-38C20-38 34-26 24-10Q0-20-24-10Z', main) +
    flat('M-25-24Q-8-18 8-38L16-36Q2-14-20-13ZM27-26Q16-20 6-17L14-15Q24-19 28-22Z', trim) +
    line('M-26-24Q-8-18 8-38M-22-13Q2-14 17-36M28-26Q16-20 6-17', '', 1.3) +
    disc(0, -35, 4, OCHRE),
};
export type Hat = keyof typeof HATS;
