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
}

const LONGEST = 600;

export function tumble({ spot, lift, cube, shadow }: Parts, { throwing, die, angle, from }: Toss): void {
  for (const part of [spot, lift, cube, shadow]) for (const old of part.getAnimations()) old.cancel();
  const size = spot.offsetWidth || 60;
  const luck = (what: number) => chance(throwing, die, what);
  const duration = LONGEST - 130 * luck(5);
  const way = (from * Math.PI) / 180;
  const far = size * (3.2 + luck(6));
  const [dx, dy] = [-Math.sin(way) * far + (luck(7) - 0.5) * size, Math.cos(way) * far];

  // Fast over the edge, then it bites into the felt and rolls out.
  const slowing = { duration, easing: 'cubic-bezier(.16,.72,.3,1)' };
  spot.animate({ transform: [`translate(${dx}px, ${dy}px)`, 'none'], opacity: [0, 1, 1, 1, 1] }, slowing);

  const high = size * (0.75 + 0.4 * luck(8));
  lift.animate(
    [
      { transform: `translateY(${-high}px) scale(1.14)`, easing: 'ease-in' },
      { transform: 'none', offset: 0.42, easing: 'ease-out' },
      { transform: `translateY(${-high * 0.28}px) scale(1.04)`, offset: 0.58, easing: 'ease-in' },
      { transform: 'none', offset: 0.76 },
      { transform: 'none' },
    ],
    { duration },
  );
  shadow.animate(
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
  cube.animate(
    [
      { transform: pose(angle - 90 * (luck(13) - 0.5), turns), easing: 'linear' },
      { transform: pose(angle, turns * 0.3), offset: 0.48, easing: 'ease-out' },
      { transform: pose(angle, 0), offset: 0.92 },
      { transform: pose(angle, 0) },
    ],
    { duration },
  );
}
