// The four suit signs: a coin with the face of the sun, a chalice, a turned baton, and swords, curved for the
// pips and straight where one stands alone.
import { at, both, disc, dot, flat, line, round, shape, star } from '../svg.ts';
import { BLUE, GREEN, INK, OCHRE, RED, STEEL, WHITE } from './palette.ts';

/** A coin of radius 30 about 0, 0. */
export function coin(): string {
  return (
    disc(0, 0, 30, OCHRE) +
    // Twenty-four beads: a dashed line whose dashes are nothing but round ends.
    '<circle r="26.6" fill="none" stroke-width="3" stroke-dasharray="0 6.964"/>' +
    disc(0, 0, 23, WHITE) +
    flat(star(8, 22, 12), RED) +
    flat(star(8, 22, 12, Math.PI / 8), BLUE) +
    disc(0, 0, 13.5, OCHRE) +
    sunFace()
  );
}

const sunFace = (): string =>
  both(line('M2.4-4.6Q5.2-7 8.6-4.6', '', 1.3) + dot(5.4, -2.3, 1.5, INK) + dot(7.6, 3.4, 2.2, RED)) +
  line('M.6-3.6-1.6 2.8Q0 4.2 1.6 3.4M-4.4 6.4Q0 10 4.4 6.4', '', 1.3);

/** A chalice about 0, 0: 48 wide, 66 high. */
export function cup(): string {
  return (
    shape('M-17 33C-17 27-7 26-4 20V10H4V20C7 26 17 27 17 33Z', OCHRE) +
    line('M-15 29.5C-8 27 8 27 15 29.5', RED, 2.5) +
    shape('M-8 10Q-8 4 0 4T8 10-0 16-8 10Z', BLUE) +
    shape('M-24-24C-24-4-14 4-5 6H5C14 4 24-4 24-24Z', OCHRE) +
    flat('M-22.8-15.5H22.8C22-11 20.5-7.5 18-4.5H-18C-20.5-7.5-22-11-22.8-15.5Z', RED) +
    flat('M-12-10 -8-14 -4-10 -8-6ZM-4-10 0-14 4-10 0-6ZM4-10 8-14 12-10 8-6Z', WHITE) +
    line('M-22.8-15.5H22.8M-18-4.5H18', '', 1.5) +
    line('M-9 1Q-6 4-3 4.5M9 1Q6 4 3 4.5M0-4.5V6', '', 1.3) +
    `<ellipse cx="0" cy="-25" rx="25" ry="7" fill="${OCHRE}"/>` +
    `<ellipse cx="0" cy="-24.5" rx="19.5" ry="4.2" fill="${RED}"/>`
  );
}

/** A piece of the middle of a baton. */
export function shaft(length: number, width: number, colour: string): string {
  const h = round(length / 2);
  const w = width / 2;
  return (
    flat(`M${-w} ${-h}H${w}V${h}H${-w}Z`, colour) +
    line(`M${round(-w * 0.4)} ${-h}V${h}`, WHITE, round(w * 0.35)) +
    line(`M${-w} ${-h}V${h}M${w} ${-h}V${h}`)
  );
}

/** A baton standing on end about 0, 0. */
export function baton(length: number, width: number, colour = GREEN): string {
  const h = length / 2;
  const w = width / 2;
  const cap = width * 1.5;
  const k = round(w * 1.45);
  const ring = round(w * 1.25);
  const end =
    shape(
      `M${-w} ${round(-h + cap)}C${-w * 1.2} ${round(-h + cap * 0.7)} ${-k} ${round(-h + cap * 0.7)} ${-k} ` +
        `${round(-h + cap * 0.4)}Q${-k} ${-h} 0 ${-h}T${k} ${round(-h + cap * 0.4)}C${k} ` +
        `${round(-h + cap * 0.7)} ${w * 1.2} ${round(-h + cap * 0.7)} ${w} ${round(-h + cap)}Z`,
      OCHRE,
    ) + shape(`M${-ring} ${round(-h + cap)}H${ring}v${round(w * 0.7)}H${-ring}Z`, RED);
  return (
    shape(`M${-w} ${-h + w}H${w}V${h - w}H${-w}Z`, colour) +
    line(`M${round(-w * 0.4)} ${round(-h + cap * 1.5)}V${round(h - cap * 1.5)}`, WHITE, round(w * 0.35)) +
    end +
    `<g transform="scale(1 -1)">${end}</g>`
  );
}

/** The hilt of a sword whose blade goes up from 0, 0; `span` is half the length of its guard. */
export function hilt(width: number, span: number, grip = RED): string {
  const w = width / 2;
  const g = round(w * 0.7);
  const low = round(w * 1.1);
  const up = round(-w * 0.5);
  const tip = round(span * 0.85);
  const curl = round(span * 1.15);
  return (
    shape(`M${-g} 0H${g}V${round(w * 3.6)}H${-g}Z`, grip) +
    line(`M${-g} ${round(w * 1.3)}L${g} ${round(w * 1.9)}M${-g} ${round(w * 2.4)}L${g} ${w * 3}`, '', 1.2) +
    shape(
      `M${-span} ${up}Q${-curl} ${low} ${-tip} ${low}Q0 ${round(w * 0.2)} ${tip} ${low}` +
        `Q${curl} ${low} ${span} ${up}Q0 ${round(-w * 0.8)} ${-span} ${up}Z`,
      OCHRE,
    ) +
    disc(0, w * 4.2, w * 1.15, OCHRE)
  );
}

/** A straight sword, its guard at 0, 0, its point up. */
export function sword(length: number, width: number, grip = RED): string {
  const w = width / 2;
  return (
    shape(`M${-w} 0V${-length + width * 1.6}L0 ${-length}L${w} ${-length + width * 1.6}V0Z`, STEEL) +
    flat(`M0 0V${-length + 4}L${w - 1} ${-length + width * 1.6}V0Z`, BLUE) +
    line(`M${-w} 0V${-length + width * 1.6}L0 ${-length}L${w} ${-length + width * 1.6}V0`) +
    hilt(width, width * 1.6, grip)
  );
}

/** A curved sword, bowed to the left: an arc of a circle about (centre, 175). */
export interface Sabre {
  r: number;
  centre: number;
  /** Angles above the horizontal where the blade begins and where its point is. */
  from: number;
  to: number;
  width: number;
}

/** Its belly reaches `belly`, and its ends lie at `ends`, `half` above and below the middle of the card. */
export function sabre(belly: number, ends: number, half: number, width: number): Sabre {
  const bow = ends - belly;
  const r = (half * half + bow * bow) / (2 * bow);
  const reach = Math.asin(half / r);
  return { r, centre: belly + r, from: reach - (width * 2.6) / r, to: -reach, width };
}

/** The blade between two angles; its back is blue, and it narrows in its last third. */
export function blade(s: Sabre, from = s.from, to = s.to): string {
  const steps = Math.max(1, Math.round(Math.abs(from - to) / 0.2));
  const arc = `A${round(s.r)} ${round(s.r)} 0 0 `;
  const edge = (side: number): string[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const angle = from + ((to - from) * i) / steps;
      const left = Math.max(0, (angle - s.to) / (s.from - s.to));
      const radius = s.r + (side * s.width * Math.min(1, (left * 3) ** 0.6)) / 2;
      return `${round(s.centre - radius * Math.cos(angle))} ${round(175 - radius * Math.sin(angle))}`;
    });
  const there = (points: string[]): string => points.join(`${arc}0 `);
  const back = (points: string[]): string => [...points].reverse().join(`${arc}1 `);
  const [outer, middle, inner] = [edge(1), edge(0), edge(-1)];
  return (
    flat(`M${there(outer)}L${back(inner)}Z`, STEEL) +
    flat(`M${there(outer)}L${back(middle)}Z`, BLUE) +
    line(`M${there(outer)}M${there(inner)}`)
  );
}

export function sabreHilt(s: Sabre, grip = RED): string {
  const x = s.centre - s.r * Math.cos(s.from);
  const y = 175 - s.r * Math.sin(s.from);
  return at(x, y, hilt(s.width, s.width * 1.25, grip), 1, 180 + (s.from * 180) / Math.PI);
}
