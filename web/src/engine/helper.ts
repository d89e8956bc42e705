// The second worker, begun when something is first to be worked out that takes long.
import type { Engine, FromHelper, ToHelper } from './said';

type Waiting = { done: (text: string) => void; failed: (error: Error) => void };

export class Helper {
  #engine: Engine;
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #count = 0;

  constructor({ base, files, anew }: Engine) {
    this.#engine = { base, files, anew };
  }

  work(text: string): Promise<string> {
    const worker = (this.#worker ??= this.#begun());
    const work = ++this.#count;
    return new Promise((done, failed) => {
      this.#waiting.set(work, { done, failed });
      worker.postMessage({ kind: 'work', work, text } satisfies ToHelper);
    });
  }

  #begun(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromHelper>) => {
      const waiting = this.#waiting.get(data.work);
      this.#waiting.delete(data.work);
      if ('text' in data) waiting?.done(data.text);
      else waiting?.failed(new Error(data.why));
    };
    // It did not start, or ran out of memory: the next question begins another.
    worker.onerror = (event) => {
      for (const { failed } of this.#waiting.values()) failed(new Error(event.message || 'worker'));
      this.#waiting.clear();
      this.#worker = null;
      worker.terminate();
    };
    worker.postMessage({ kind: 'help', ...this.#engine } satisfies ToHelper);
    return worker;
  }
}
