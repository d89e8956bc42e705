// What a screen reader hears: one polite live region for what happens, one assertive for what can't wait.

class Announcer {
  /** Lines of the polite region; the newest is last. Kept short: readers read what is added. */
  lines = $state<{ key: number; text: string }[]>([]);
  urgent = $state('');
  #key = 0;

  say(text: string): void {
    if (!text) return;
    this.lines = [...this.lines.slice(-7), { key: ++this.#key, text }];
  }

  alert(text: string): void {
    this.urgent = '';
    queueMicrotask(() => (this.urgent = text));
  }
}

export const announcer = new Announcer();
