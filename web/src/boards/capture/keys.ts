// The keyboard at the card table: numbers choose, arrows go from card to card, Escape takes back. Enter and
// the space bar press what has the focus, as everywhere.
import type { Choice } from './choice.svelte';

export function keyPressed(event: KeyboardEvent, root: HTMLElement | undefined, choice: Choice): void {
  if (!root || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = event.target as HTMLElement | null;
  if (target?.closest('input, textarea, select, dialog, [contenteditable]')) return;
  if (event.key === 'Escape' && choice.card !== null) choice.clear();
  else if (/^[1-9]$/.test(event.key)) numbered(root, Number(event.key));
  else if (event.key === 'Enter' && target === document.body && choice.ready) void choice.go();
  else if (!arrowed(root, event.key)) return;
  event.preventDefault();
}

function buttons(root: HTMLElement, list: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[${list}] button`)];
}

function numbered(root: HTMLElement, number: number): void {
  const button = buttons(root, 'data-hand')[number - 1];
  button?.focus({ preventScroll: true });
  button?.click();
}

/** Along the cards of one list, or over to the other. True if the key was one of ours. */
function arrowed(root: HTMLElement, key: string): boolean {
  const hand = buttons(root, 'data-hand');
  const table = buttons(root, 'data-table');
  const focused = document.activeElement as HTMLElement;
  const here = hand.includes(focused) ? hand : table.includes(focused) ? table : null;
  if (!here && focused !== document.body) return false;
  const at = here?.indexOf(focused) ?? -1;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const list = step ? (here ?? hand) : { ArrowUp: table, ArrowDown: hand }[key];
  if (!list) return false;
  const there = step ? (at + step + list.length) % list.length : Math.min(Math.max(at, 0), list.length - 1);
  const next = list[there];
  next?.focus({ preventScroll: true });
  return true;
}
