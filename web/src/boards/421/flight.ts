// Animates things that change their place. The page has its final state before anything moves.
import { tick } from 'svelte';

const LONG = 460;
const APART = 28; // milliseconds between one and the next

/** Makes a change, and lets every `[data-token]` under `root` that has moved fly from where it was. */
export async function fly(root: HTMLElement, change: () => void): Promise<void> {
  const before = places(root);
  change();
  await tick();
  let flying = 0;
  for (const [token, now] of places(root)) {
    const was = before.get(token);
    if (!was) continue;
    const [dx, dy] = [was.box.x - now.box.x, was.box.y - now.box.y];
    if (Math.abs(dx) + Math.abs(dy) < 2) continue;
    const high = Math.min(60, Math.hypot(dx, dy) / 5);
    const delay = Math.min(140, APART * flying++);
    const keyframes = [
      { transform: `translate(${dx}px, ${dy}px)`, zIndex: 20 },
      { transform: `translate(${dx * 0.45}px, ${dy * 0.45 - high}px)`, zIndex: 20 },
      { transform: 'none', zIndex: 20 },
    ];
    now.element.animate(keyframes, { duration: LONG, delay, fill: 'backwards', easing: 'ease-in-out' });
  }
}

function places(root: HTMLElement): Map<string, { element: HTMLElement; box: DOMRect }> {
  const found = root.querySelectorAll<HTMLElement>('[data-token]');
  return new Map([...found].map((element) => [element.dataset.token!, { element, box: element.getBoundingClientRect() }]));
}
