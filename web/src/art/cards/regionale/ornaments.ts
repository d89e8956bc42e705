// Flowers for the places the signs leave empty.
import { at, both, disc, flat, line, shape, star } from '../svg.ts';
import { GREEN, OCHRE, RED, WHITE } from './palette.ts';

const leaf = (): string =>
  shape('M0 0C8-10 24-12 34-4C24 4 10 6 0 0Z', GREEN) + line('M6-1Q16-5 27-4', '', 1.2);

const rose = (): string => disc(0, 0, 9, RED) + flat(star(6, 8, 4), OCHRE) + disc(0, 0, 3, WHITE);

export const garland = (): string => both(at(0, 0, leaf(), 1, -16) + at(2, 3, leaf(), 0.8, 20)) + rose();
