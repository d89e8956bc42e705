// Who sits where around the table, seen from one's own chair.

export interface Sides {
  mine: number[];
  left: number[]; // from below upwards
  top: number[]; // from left to right
  right: number[]; // from above downwards
}

/** How many of the others sit to the left, at the top and to the right. */
const SHARES: [number, number, number][] = [
  [0, 0, 0],
  [0, 1, 0],
  [0, 2, 0],
  [1, 1, 1],
  [1, 2, 1],
  [1, 3, 1],
  [2, 2, 2],
  [2, 3, 2],
];

/** `seats` begins with one's own and goes on to the left, as play does. */
export function around(seats: readonly number[]): Sides {
  const [me, ...others] = seats;
  const [left, top] = SHARES[others.length] ?? [0, others.length, 0];
  return {
    mine: me === undefined ? [] : [me],
    left: others.slice(0, left),
    top: others.slice(left, left + top),
    right: others.slice(left + top),
  };
}

/** The side a seat throws from, in degrees clockwise from straight below. */
export function side(seats: readonly number[], seat: number): number {
  return (360 * Math.max(0, seats.indexOf(seat))) / Math.max(1, seats.length);
}
