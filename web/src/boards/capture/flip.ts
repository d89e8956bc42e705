// Moves cards from where they were seen to where they lie now: first, last, invert, play. The document is
// already the new one while they move. Every card has its `data-key`.

export type Places = Map<string, DOMRect>;

const RESTING = 'auto';

export function places(root: HTMLElement): Places {
  const found: Places = new Map();
  for (const element of keyed(root)) found.set(element.dataset.key ?? '', element.getBoundingClientRect());
  return found;
}

function keyed(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-key]')];
}

export function place(root: HTMLElement, key: string): DOMRect | undefined {
  return root.querySelector(`[data-key="${key}"]`)?.getBoundingClientRect();
}

interface Manner {
  ms: number;
  /** Where a card comes from that was not seen before. */
  origin?: (key: string) => DOMRect | undefined;
  /** Milliseconds between one card and the next that comes from an origin. */
  stagger?: number;
}

/** Lets every card that has moved since `before` travel to its place. */
export function travel(root: HTMLElement, before: Places, { ms, origin, stagger = 0 }: Manner): void {
  let arrivals = 0;
  const moves: [HTMLElement, DOMRect, DOMRect, number][] = [];
  const elements = keyed(root);
  for (const element of elements) rest(element);
  for (const element of elements) {
    const key = element.dataset.key ?? '';
    const old = before.get(key);
    const from = old ?? origin?.(key);
    if (!from || from.width === 0) continue;
    const to = element.getBoundingClientRect();
    moves.push([element, from, to, old ? 0 : stagger * arrivals++]);
  }
  for (const [element, from, to, delay] of moves) move(element, from, to, ms, delay);
}

/** Stops whatever moves and puts it down. */
export function rest(element: HTMLElement): void {
  for (const animation of element.getAnimations()) animation.cancel();
  element.classList.remove('travels');
  element.style.zIndex = '';
}

function move(element: HTMLElement, from: DOMRect, to: DOMRect, ms: number, delay: number): void {
  const dx = from.x + from.width / 2 - to.x - to.width / 2;
  const dy = from.y + from.height / 2 - to.y - to.height / 2;
  const scale = Math.sqrt((from.width * from.height) / (to.width * to.height || 1));
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.01) return;
  // Across and along at different paces: the hand that moves a card draws a bow, not a line.
  const timing = { duration: ms, delay, fill: 'backwards', composite: 'add' } as const;
  const across = { ...timing, easing: 'cubic-bezier(0.25, 0.6, 0.3, 1)' };
  const along = { ...timing, easing: 'cubic-bezier(0.45, 0.1, 0.25, 1)' };
  element.style.zIndex = '60';
  element.classList.add('travels');
  // Who waits for his turn is still in the deck.
  if (delay) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 30, delay, fill: 'backwards' });
  element.animate([{ transform: `translateX(${dx}px)` }, { transform: 'none' }], across);
  element.animate([{ transform: `translateY(${dy}px)` }, { transform: 'none' }], along);
  element.animate([{ transform: `scale(${scale})` }, { transform: 'none' }], along).onfinish = () => {
    element.style.zIndex = RESTING;
    element.classList.remove('travels');
  };
}

/** Copies of cards that are gone from the document travel to where they went, and are no more. */
export function depart(
  layer: HTMLElement,
  gone: [HTMLElement, DOMRect][],
  target: DOMRect,
  ms: number,
): void {
  const frame = layer.getBoundingClientRect();
  const width = target.height / 1.75; // a pile is wider than its cards
  gone.forEach(([ghost, from], n) => {
    ghost.removeAttribute('data-key');
    ghost.setAttribute('aria-hidden', 'true');
    ghost.inert = true;
    Object.assign(ghost.style, {
      position: 'absolute',
      left: `${from.x - frame.x}px`,
      top: `${from.y - frame.y}px`,
      width: `${from.width}px`,
      zIndex: String(60 - n),
    });
    layer.append(ghost);
    const x = target.x + width / 2 - from.x - from.width / 2;
    const y = target.y + target.height / 2 - from.y - from.height / 2;
    const arrived = { transform: `translate(${x}px, ${y}px) scale(${width / from.width})` };
    const flight = ghost.animate([{ transform: 'none' }, arrived], {
      duration: ms,
      easing: 'cubic-bezier(0.45, 0.1, 0.25, 1)',
      fill: 'forwards',
    });
    flight.onfinish = flight.oncancel = () => ghost.remove();
  });
}
