// The animated cards: the scene shown, and its transition to the next one.
import { flushSync } from 'svelte';
import { prefs } from '../../lib/prefs.svelte';
import { pause } from '../../lib/steps';
import { depart, place, places, travel } from './flip';
import type { Scene } from './scene';

export const ACT = 300; // milliseconds, from one place to the next
const HURRIED = 0.55; // when more is waiting to be shown

export class Floor {
  scene = $state.raw<Scene>()!;
  root: HTMLElement | undefined;
  /** How many steps are still to be shown. */
  protected waiting = 0;
  protected hadFocus = false;

  protected get still(): boolean {
    return prefs.still || document.hidden;
  }

  protected wait(ms: number, signal: AbortSignal): Promise<void> {
    return pause(this.still ? 0 : ms * this.pace, signal);
  }

  /** Resolves when the animations have ended: late on a busy machine, at once on a hidden page. */
  protected async landed(where: string, signal: AbortSignal): Promise<void> {
    const cards = [...(this.root?.querySelectorAll<HTMLElement>(`${where} .travels`) ?? [])];
    const moving = cards.flatMap((card) => card.getAnimations().map((animation) => animation.finished));
    if (moving.length && !this.still) await Promise.race([Promise.allSettled(moving), nobodyLooks(signal)]);
  }

  protected get pace(): number {
    return this.waiting > 3 ? HURRIED : 1;
  }

  protected get deckPlace(): DOMRect | undefined {
    return this.root ? place(this.root, 'deck') : undefined;
  }

  /** The next scene, its cards travelling there from where they are seen now. */
  protected go(scene: Scene, ms: number, origin?: (key: string) => DOMRect | undefined, stagger = 0): void {
    const root = this.root;
    if (!root) {
      this.scene = scene;
      return;
    }
    this.hadFocus ||= root.parentElement?.contains(document.activeElement) ?? false;
    const before = this.still ? null : places(root);
    flushSync(() => (this.scene = scene));
    if (before && ms > 0) travel(root, before, { ms: ms * this.pace, origin, stagger: stagger * this.pace });
    this.#keepFocus(root);
  }

  /** Cards go back to the deck: those named, or all that lie on piles. */
  protected collect(scene: Scene, cards: string[]): void {
    const chosen = cards.map((card) => `[data-key="${card}"]`).join() || '[data-pile] > span';
    this.leave(scene, chosen, ACT, '[data-key="deck"]');
  }

  /** The next scene; what is no longer to be seen there goes to a place of its own. */
  protected leave(scene: Scene, chosen: string, ms: number, target: string): void {
    const root = this.root;
    if (!root || this.still) return this.go(scene, 0);
    const gone = [...root.querySelectorAll<HTMLElement>(chosen)].map(
      (element) => [element.cloneNode(true), element.getBoundingClientRect()] as [HTMLElement, DOMRect],
    );
    this.go(scene, ms);
    const there = root.querySelector(target)?.getBoundingClientRect();
    if (there) depart(root, gone, there, ms * this.pace);
  }

  /** The played card had the focus: it moves to the hand as soon as there is one. */
  #keepFocus(root: HTMLElement): void {
    if (!this.hadFocus) return;
    const focused = document.activeElement;
    if (focused && focused !== document.body) {
      this.hadFocus = root.parentElement?.contains(focused) ?? false;
      return;
    }
    const next = root.querySelector<HTMLElement>('[data-hand] button');
    next?.focus({ preventScroll: true });
    if (next) this.hadFocus = false;
  }
}

/** Whether to skip animations: the page is hidden, preferences forbid them, or the user is in a hurry. */
function nobodyLooks(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
