// Scrolls to the target of a page, also when parts of the page are still loading.
import type { Place } from './router.svelte';

const PATIENCE = 3000; // milliseconds; then it stays where it is

/** Scrolls to where the place is read from, as soon as there is enough of it. Returns how to give up. */
export function arrive(place: Place, page: HTMLElement): () => void {
  const growth = new ResizeObserver(() => come() && stop());
  const timer = setTimeout(stop, PATIENCE);
  function stop(): void {
    growth.disconnect();
    clearTimeout(timer);
    for (const touch of TOUCHES) removeEventListener(touch, stop);
  }
  function come(): boolean {
    const named = place.hash && !place.top ? document.getElementById(decoded(place.hash.slice(1))) : null;
    if (named) named.scrollIntoView();
    else if (place.top !== null) scrollTo(0, place.top);
    return named !== null || (!place.hash && Math.abs(scrollY - (place.top ?? scrollY)) < 1);
  }
  if (come()) return (clearTimeout(timer), () => undefined);
  growth.observe(page);
  for (const touch of TOUCHES) addEventListener(touch, stop, { passive: true }); // somebody reads already
  return stop;
}

const TOUCHES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
