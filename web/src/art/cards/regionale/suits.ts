// The four suit signs: a coin with the face of the sun, a chalice, a turned baton, and swords, curved for the
// pips and straight where one stands alone.
import { at, both, disc, dot, flat, line, round, shape, star } from '../svg.ts';
import { BLUE, GREEN, INK, OCHRE, RED, STEEL, WHITE } from './palette.ts';

/** A coin of radius 30 about 0, 0. */
export function coin(): string {
  const beads = Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12;
    return dot(26.6 * Math.cos(angle), 26.6 * Math.sin(angle), 1.5, INK);
  });
  return (
    disc(0, 0, 30, OCHRE) +
    beads.join('') +
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

/** A baton standing on end about 0, 0. */
export function baton(length: number, width: number, colour = GREEN): string {
  const h = length / 2;
  const w = width / 2;
  const cap = width * 1.5;
  const k = w * 1.45;
  const end =
    shape(
      `M${-w} ${round(-h + cap)}C${-w * 1.2} ${round(-h + cap * 0.7)} ${-k} ${round(-h + cap * 0.7)} ${-k} ` +
        `${round(-h + cap * 0.4)}Q${-k} ${-h} 0 ${-h}T${k} ${round(-h + cap * 0.4)}C${k} ` +
        `${round(-h + cap * 0.7)} ${w * 1.2} ${round(-h + cap * 0.7)} ${w} ${round(-h + cap)}Z`,
      OCHRE,
    ) + shape(`M${round(-w * 1.25)} ${round(-h + cap)}H${round(w * 1.25)}v${round(w * 0.7)}H${round(-w * 1.25)}Z`, RED);
  return (
    shape(`M${-w} ${-h + w}H${w}V${h - w}H${-w}Z`, colour) +
    line(`M${round(-w * 0.4)} ${round(-h + cap * 1.5)}V${round(h - cap * 1.5)}`, WHITE, round(w * 0.35)) +
    end +
    `<g transform="scale(1 -1)">${end}</g>`
  );
}

/** The hilt of a sword whose blade goes up from 0, 0. */
export function hilt(width: number, grip = RED): string {
  const w = width / 2;
  return (
    shape(`M${-w * 0.7} 0H${w * 0.7}V${w * 3.6}H${-w * 0.7}Z`, grip) +
    line(`M${-w * 0.7} ${w * 1.3}L${w * 0.7} ${w * 1.9}M${-w * 0.7} ${w * 2.4}L${w * 0.7} ${w * 3}`, '', 1.2) +
    shape(
      `M${-w * 3} ${-w * 0.3}Q${-w * 3.4} ${w} ${-w * 2.4} ${w * 0.9}Q0 ${w * 0.1} ${w * 2.4} ${w * 0.9}` +
        `Q${w * 3.4} ${w} ${w * 3} ${-w * 0.3}Q0 ${-w * 1.1} ${-w * 3} ${-w * 0.3}Z`,
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
    hilt(width, grip)
  );
}

/** A curved sword bowed to the left: its belly reaches `belly`, both ends lie at `ends`, `half` from the middle. */
export function sabre(belly: number, ends: number, half: number, width: number, grip: string): string {
  const bow = ends - belly;
  const r = (half * half + bow * bow) / (2 * bow);
  const reach = Math.asin(half / r);
  const centre = belly + r;
  const on = (angle: number, radius: number): string =>
    `${round(centre - radius * Math.cos(angle))} ${round(175 - radius * Math.sin(angle))}`;
  const from = reach - (width * 2.7) / r; // the hilt takes the first piece of the arc
  const w = width / 2;
  const [x = 0, y = 0] = on(from, r).split(' ').map(Number);
  const tip = on(-reach, r);
  const outer = round(r + w * 0.6);
  const inner = round(r - w * 0.6);
  return (
    shape(`M${on(from, r + w)}A${outer} ${outer} 0 0 0 ${tip}A${inner} ${inner} 0 0 1 ${on(from, r - w)}Z`, STEEL) +
    flat(`M${on(from, r + w - 1)}A${outer} ${outer} 0 0 0 ${tip}A${r} ${r} 0 0 1 ${on(from, r)}Z`, BLUE) +
    at(x, y, hilt(width, grip), 1, 180 + (from * 180) / Math.PI)
  );
}
