// How a thrown die gets from the thrower's side of the tray to where it lies. Only for the eye.
import { chance } from './places';

interface Parts {
  spot: HTMLElement;
  lift: HTMLElement;
  cube: HTMLElement;
  shadow: HTMLElement;
}
interface Toss {
  throwing: number;
  die: number;
  angle: number;
  from: number;
  pace: number; // 1: as it falls; less: quicker
  size: number; // of the die
}

const LONGEST = 600;
const SHORTEST = 90; // milliseconds; a faster fall is skipped

/** Flying dice by their elements: asking the document for them would force a layout. */
const flights = new WeakMap<HTMLElement, Animation[]>();

/** It lies where it was thrown to, at once. */
export function land({ spot, cube }: Parts): void {
  for (const flight of flights.get(spot) ?? []) flight.cancel();
  flights.delete(spot);
  cube.classList.remove('flying');
}

export function tumble(parts: Parts, { throwing, die, angle, from, pace, size }: Toss): void {
  const { spot, lift, cube, shadow } = parts;
  land(parts);
  const luck = (what: number) => chance(throwing, die, what);
  const duration = (LONGEST - 130 * luck(5)) * pace;
  if (duration < SHORTEST) return;
  const way = (from * Math.PI) / 180;
  const far = size * (3.2 + luck(6));
  const [dx, dy] = [-Math.sin(way) * far + (luck(7) - 0.5) * size, Math.cos(way) * far];

  // Fast over the edge, then it bites into the felt and rolls out.
  const slowing = { duration, easing: 'cubic-bezier(.16,.72,.3,1)' };
  const flying = spot.animate({ transform: [`translate(${dx}px, ${dy}px)`, 'none'], opacity: [0, 1, 1, 1, 1] }, slowing);

  const high = size * (0.75 + 0.4 * luck(8));
  const lifting = lift.animate(
    [
      { transform: `translateY(${-high}px) scale(1.14)`, easing: 'ease-in' },
      { transform: 'none', offset: 0.42, easing: 'ease-out' },
      { transform: `translateY(${-high * 0.28}px) scale(1.04)`, offset: 0.58, easing: 'ease-in' },
      { transform: 'none', offset: 0.76 },
      { transform: 'none' },
    ],
    { duration },
  );
  const shading = shadow.animate(
    [
      { translate: `${size * 0.3}px ${size * 0.5}px`, opacity: 0.35, easing: 'ease-in' },
      { translate: '0 0', opacity: 1, offset: 0.42 },
      { translate: `${size * 0.08}px ${size * 0.14}px`, opacity: 0.75, offset: 0.58 },
      { translate: '0 0', opacity: 1, offset: 0.76 },
      { translate: '0 0', opacity: 1 },
    ],
    { duration },
  );

  // It rolls the way it flies: about the axis across its path, with a little of its own will.
  const axis = `${(-dy / far + (luck(9) - 0.5) * 0.6).toFixed(3)}, ${(dx / far + (luck(10) - 0.5) * 0.6).toFixed(3)}, ${(luck(11) - 0.5).toFixed(3)}`;
  const turns = -(360 + 180 * luck(12));
  const pose = (z: number, roll: number) =>
    `perspective(46rem) rotateX(30deg) rotateZ(${z}deg) rotate3d(${axis}, ${roll}deg)`;
  const rolling = cube.animate(
    [
      { transform: pose(angle - 90 * (luck(13) - 0.5), turns), easing: 'linear' },
      { transform: pose(angle, turns * 0.3), offset: 0.48, easing: 'ease-out' },
      { transform: pose(angle, 0), offset: 0.92 },
      { transform: pose(angle, 0) },
    ],
    { duration },
  );
  cube.classList.add('flying');
  rolling.onfinish = () => cube.classList.remove('flying');
  flights.set(spot, [flying, lifting, shading, rolling]);
}
