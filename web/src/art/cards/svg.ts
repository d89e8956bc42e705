// Small words for drawing: every part of a card is a string of SVG. Line colour, line width and round joins
// are set once by the group around a card, so a part only says its shape and its colour.

export const at = (x: number, y: number, part: string, scale = 1, turn = 0): string =>
  `<g transform="translate(${round(x)} ${round(y)})${turn ? ` rotate(${round(turn)})` : ''}` +
  `${scale === 1 ? '' : ` scale(${round(scale)})`}">${part}</g>`;

/** A shape filled with a colour, outlined with the card's line. */
export const shape = (d: string, fill: string): string => `<path fill="${fill}" d="${d}"/>`;

/** A patch of colour without an outline. */
export const flat = (d: string, fill: string): string => `<path stroke="none" fill="${fill}" d="${d}"/>`;

/** A line, in the card's own ink unless told otherwise. */
export const line = (d: string, colour = '', width = 0): string =>
  `<path fill="none"${colour && ` stroke="${colour}"`}${width ? ` stroke-width="${width}"` : ''} d="${d}"/>`;

export const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"/>`;

export const dot = (x: number, y: number, r: number, fill: string): string =>
  `<circle stroke="none" cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"/>`;

/** The same part again, as in a mirror standing at x. */
export const mirrored = (part: string, x = 0): string =>
  `<g transform="${x ? `translate(${round(2 * x)} 0) ` : ''}scale(-1 1)">${part}</g>`;

/** The part and its reflection. */
export const both = (part: string, x = 0): string => part + mirrored(part, x);

/** The part as it is, and once more turned upside down about the middle of the card. */
export const twice = (part: string): string => part + turned(part);
export const turned = (part: string): string => `<g transform="rotate(180 100 175)">${part}</g>`;

export const round = (value: number): number => Math.round(value * 100) / 100;

/** A closed star or flower: `points` rays between two radii. */
export function star(points: number, outer: number, inner: number, start = 0): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = start + (Math.PI * i) / points;
    const r = i % 2 ? inner : outer;
    return `${round(r * Math.sin(angle))} ${round(-r * Math.cos(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}
