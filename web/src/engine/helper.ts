// The helper: another worker, started for the first long computation (server/offline/helper.py: Worker).
import type { Engine, FromHelper, ToHelper } from './said';
import { keepSolution } from './solutions';

type Waiting = { of: string; done: (text: string) => void; failed: (error: Error) => void };

export class Helper {
  /** Number of its signs of life. */
  heard = 0;
  #engine: Engine;
  #tell: (of: string, done: number) => void;
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #count = 0;

  /** `tell` hears how far it has come, from 0 to 1, with what it was asked for; 1 is the end. */
  constructor({ base, files, anew }: Engine, tell: (of: string, done: number) => void) {
    this.#engine = { base, files, anew };
    this.#tell = tell;
  }

  work(text: string, of: string): Promise<string> {
    const worker = (this.#worker ??= this.#begun());
    const work = ++this.#count;
    return new Promise((done, failed) => {
      this.#waiting.set(work, { of, done, failed });
      worker.postMessage({ kind: 'work', work, text } satisfies ToHelper);
    });
  }

  /** There is no other way to stop a computation. The next one starts a new worker. */
  end(why = 'it was ended'): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { of, failed } of waiting) {
      this.#tell(of, 1);
      failed(new Error(why));
    }
  }

  #begun(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromHelper>) => {
      this.heard++;
      if (!('work' in data)) {
        if (data.kind === 'solved') void keepSolution(this.#engine.base, data.name, data.data);
        return;
      }
      const waiting = this.#waiting.get(data.work);
      if (!waiting) return;
      if ('done' in data) return this.#tell(waiting.of, data.done);
      this.#waiting.delete(data.work);
      this.#tell(waiting.of, 1);
      if ('text' in data) waiting.done(data.text);
      else waiting.failed(new Error(data.why));
    };
    // It did not start, or ran out of memory.
    worker.onerror = (event) => this.end(event.message || 'worker');
    worker.postMessage({ kind: 'help', ...this.#engine } satisfies ToHelper);
    return worker;
  }
}
