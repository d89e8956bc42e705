// Polls a resource while somebody looks, so that a page is live.

export class Fresh<T> {
  value = $state.raw<T | null>(null);
  failed = $state.raw<Error | null>(null);
  #ask: () => Promise<T>;
  #every: number;

  constructor(ask: () => Promise<T>, every = 2500) {
    this.#ask = ask;
    this.#every = every;
  }

  /** Starts polling. To be called from an effect; returns its cleanup. */
  watch(): () => void {
    let over = false;
    let wait = this.#every;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if (!document.hidden) {
        try {
          const value = await this.#ask();
          if (over) return;
          this.value = value;
          this.failed = null;
          wait = this.#every;
        } catch (error) {
          if (over) return;
          this.failed = error as Error;
          wait = Math.min(wait * 2, 60_000);
        }
      }
      if (!over) timer = setTimeout(look, wait);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }
}
