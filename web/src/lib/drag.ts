// Dragging, as an alternative to click and keys: the dragged thing follows the pointer, and is dropped somewhere. It
// changes nothing by itself, and does not affect users who don't drag.

export interface Point {
  x: number;
  y: number;
}
export interface Draggable {
  /** May it be moved now? */
  may(): boolean;
  /** It was let go. It stays there until this is done, and then goes where it belongs. */
  drop(at: Point): void | Promise<void>;
}

const CLICK = 8; // pixels: less is a click with an unsteady hand

export function draggable(element: HTMLElement, how: Draggable) {
  let from: Point | null = null;
  let moved = false;

  function down(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0 || !how.may()) return;
    from = { x: event.clientX, y: event.clientY };
    moved = false;
  }

  function move(event: PointerEvent) {
    if (!from || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!moved && Math.hypot(dx, dy) < CLICK) return;
    if (!moved) element.setPointerCapture(event.pointerId);
    moved = true;
    Object.assign(element.style, { transition: 'none', transform: `translate(${dx}px, ${dy}px)`, zIndex: '70' });
  }

  async function up(event: PointerEvent) {
    if (!from) return;
    from = null;
    if (!moved) return;
    // The click that follows means nothing more.
    element.addEventListener('click', stop, { capture: true });
    setTimeout(() => element.removeEventListener('click', stop, { capture: true }));
    await how.drop({ x: event.clientX, y: event.clientY });
    home();
  }

  function cancel() {
    from = null;
    if (moved) home();
  }

  function home() {
    if (!from) Object.assign(element.style, { transition: '', transform: '', zIndex: '' });
  }

  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel };
  for (const [name, handler] of Object.entries(heard)) element.addEventListener(name, handler as EventListener);
}

function stop(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
