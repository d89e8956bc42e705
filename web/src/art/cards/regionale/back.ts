// The back: a net of lozenges with a star in every mesh, the same either way up.
import { shape, star } from '../svg.ts';
import { BLUE, INK, OCHRE, RED, WHITE } from './palette.ts';

export function back(): string {
  let net = '';
  let stars = '';
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 5; column++) {
      const x = 28 + column * 36;
      const y = 31 + row * 36;
      net += `M${x} ${y - 18}L${x + 18} ${y}L${x} ${y + 18}L${x - 18} ${y}Z`;
      stars += `<path transform="translate(${x} ${y})" d="${star(4, 9, 3)}"/>`;
      if (row < 8 && column < 4) stars += `<circle cx="${x + 18}" cy="${y + 18}" r="3.4"/>`;
    }
  }
  return (
    `<rect x="7" y="7" width="186" height="336" rx="8" fill="${RED}" stroke="${INK}"/>` +
    `<path d="${net}" fill="none" stroke="${OCHRE}" stroke-width="2.2"/>` +
    `<g fill="${WHITE}" stroke="none">${stars}</g>` +
    `<rect x="10" y="13" width="180" height="324" rx="5" fill="none" stroke="${OCHRE}" stroke-width="3"/>` +
    shape('M100 137 138 175 100 213 62 175Z', BLUE) +
    `<g transform="translate(100 175)">${shape(star(8, 24, 11), OCHRE)}<circle r="6" fill="${RED}"/></g>`
  );
}
