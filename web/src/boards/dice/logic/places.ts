// Where dice come to lie, and how they get there. Numbers only; the browser moves them.

/** A die's place on the tray in hundredths of its width and height, and how it is turned. */
export interface Place {
  x: number;
  y: number;
  angle: number;
}

const FELT = { top: 22, bottom: 40 };
const RAIL = 80;
const EDGE = 64; // where the rail begins

/** A reproducible number from 0 to 1 for a throw and a die. */
export function chance(throwing: number, die: number, what: number): number {
  let n = (throwing * 7919 + die * 104729 + what * 15485863 + 12345) | 0;
  n = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  n = Math.imul(n ^ (n >>> 13), 0x45d9f3b);
  return ((n ^ (n >>> 16)) >>> 0) / 2 ** 32;
}

/** Each die has its own column, so that none lies on another and the keys 1 to 5 go from left to right. */
export function onFelt(die: number, columns: number, throwing: number): Place {
  const column = 100 / columns;
  const play = column * (columns > 3 ? 0.1 : 0.16);
  const margin = columns > 3 ? 10.5 : 16;
  const x = column * (die + 0.5) + (chance(throwing, die, 1) - 0.5) * 2 * play;
  return {
    x: Math.min(100 - margin, Math.max(margin, x)),
    y: FELT.top + (FELT.bottom - FELT.top) * chance(throwing, die, 2),
    angle: (chance(throwing, die, 3) - 0.5) * 76,
  };
}

/** Kept dice stand in line at the rail, each below where it lay. */
export function onRail(die: number, columns: number): Place {
  return { x: (100 / columns) * (die + 0.5), y: RAIL, angle: 0 };
}

/** Is this far down the tray at the rail? */
export function atRail(y: number): boolean {
  return y >= EDGE;
}

/** The six sides of a die that shows `top`; opposite ones add up to seven. */
export function sides(top: number, turn: number): Record<'top' | 'bottom' | 'front' | 'back' | 'right' | 'left', number> {
  const around = [1, 2, 3, 4, 5, 6].filter((face) => face !== top && face !== 7 - top);
  const front = around[Math.floor(turn * 4) % 4]!;
  const right = around.find((face) => face !== front && face !== 7 - front)!;
  return { top, bottom: 7 - top, front, back: 7 - front, right, left: 7 - right };
}
