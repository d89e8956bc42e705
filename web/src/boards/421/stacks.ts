// Twenty-one tokens, each with its number, in the kitty (pile 0) and before the seats (piles 1, 2, …).

/** The piles with so many tokens each; only as many move as must, and they are taken from the top. */
export function restack(piles: readonly number[][], wanted: readonly number[]): number[][] {
  const next = wanted.map((_, n) => [...(piles[n] ?? [])]);
  const total = wanted.reduce((sum, count) => sum + count, 0);
  const there = new Set(next.flat());
  const moving = Array.from({ length: total }, (_, token) => token).filter((token) => !there.has(token));
  next.forEach((pile, n) => moving.push(...pile.splice(wanted[n]!)));
  next.forEach((pile, n) => pile.push(...moving.splice(0, wanted[n]! - pile.length)));
  return next;
}
