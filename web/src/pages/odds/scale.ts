// Round numbers for the axes of a plot.

/** At most so many round numbers from 0 or low to high. */
export function ticks(low: number, high: number, most = 6): number[] {
  const rough = (high - low) / Math.max(1, most - 1);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.999) ?? 10 * power;
  const found: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-9; at += step) found.push(Number(at.toPrecision(12)));
  return found;
}

/** Corners of a line that goes in steps: flat up to each point, then down to it. */
export function stepped(points: [number, number][]): [number, number][] {
  return points.flatMap(([x, y], index): [number, number][] => {
    const next = points[index + 1];
    return next ? [[x, y], [next[0], y]] : [[x, y]];
  });
}
