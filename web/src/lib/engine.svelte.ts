// The engine in this browser: its worker, a connection to it like a WebSocket, and its REST. Started when first needed.
import { ASK, type FromWorker, type ToWorker } from '../engine/said';
import { app } from './app.svelte';
import type { Socket } from './connection.svelte';
import { ENGINE, file } from './prefix';
import { keep, kept } from './prefs.svelte';

export type EnginePhase = 'idle' | 'loading' | 'ready' | 'failed';
type Asked = { done: (answer: Response) => void; working: (done: number) => void };
interface Manifest {
  version: string;
  files: Record<string, { at: string; bytes: number }>; // a folder is named after what is in it
}
const HAD = 'tavola.engine'; // the version used at the last visit
const LOOK = 5000; // milliseconds between two checks that the worker lives
const MOST_SILENT = 12; // checks without a sign of life, after which it is dead

class Engine {
  phase = $state<EnginePhase>('idle');
  /** Bytes that have come, of those there are. */
  got = $state(0);
  size = $state(0);
  why = $state('');
  /** How far a bot is that has to solve its game first, by its table: from 0 to 1. */
  solving = $state<Record<string, number>>({});

  #worker: Worker | null = null;
  #ready: Promise<void> | null = null;
  #lines = new Map<number, Line>();
  #asked = new Map<number, Asked>();
  #count = 0;
  #silent = 0;
  #looking: ReturnType<typeof setInterval> | undefined;

  /** Was it loaded before? Then starting costs no download. */
  get had(): boolean {
    return kept(HAD) !== null;
  }

  start(): Promise<void> {
    this.#ready ??= this.#begin().catch((error: Error) => {
      this.#ends(error);
      app.takeOver(); // a host that has the next version has no engine for this one
      throw error;
    });
    return this.#ready;
  }

  /** `anew`: without what an earlier start left. */
  async #begin(anew = false): Promise<void> {
    this.phase = 'loading';
    this.got = 0;
    const answer = await fetch(file(`/${ENGINE}`));
    if (!answer.ok) throw new Error(`engine.json: ${answer.status}`);
    const { version, files } = (await answer.json()) as Manifest;
    this.size = Object.entries(files).reduce((sum, [name, { bytes }]) => sum + (name.endsWith('.packed') ? bytes : 0), 0);
    const below = (folder: string) => new URL(file(`/engine/${folder}/`), location.href).href;
    const base = below(version);
    const places = Object.fromEntries(Object.entries(files).map(([name, { at }]) => [name, below(at) + name]));
    const worker = new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    let resuming = false;
    try {
      await new Promise<void>((resolve, reject) => {
        const failed = (why: string) => (this.phase === 'loading' ? reject(new Error(why)) : this.#ends(new Error(why)));
        worker.onerror = (event) => failed(event.message || 'worker');
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
          this.#silent = 0;
          if (data.kind === 'ready') resolve();
          else if (data.kind === 'resuming') resuming = true;
          else if (data.kind === 'failed') failed(data.why);
          else this.#heard(data);
        };
        this.#tell({ kind: 'start', base, files: places, place: file('/tavola'), anew });
      });
    } catch (error) {
      if (!resuming || anew) throw error;
      console.error(error);
      worker.terminate();
      return this.#begin(true);
    }
    this.phase = 'ready';
    this.#looking = setInterval(() => this.#look(), LOOK);
    keep(HAD, version);
    void app.everything();
    void navigator.storage?.persist?.().catch(() => false); // games are kept here and nowhere else
  }

  /** The worker is gone: its connections are closed, and their owners reconnect. Everything accepted was stored. */
  #ends(error: Error): void {
    this.phase = 'failed';
    this.why = error.message;
    console.error(error.message);
    this.#worker?.terminate();
    this.#worker = this.#ready = null;
    clearInterval(this.#looking);
    this.solving = {};
    for (const { done } of this.#asked.values()) done(Response.json({ error: { code: 'gone', why: error.message } }, { status: 503 }));
    this.#asked.clear();
    for (const line of [...this.#lines.values()]) line.hear('');
  }

  /** A worker may die or hang silently. Checks are counted, not time: the page itself may have been suspended. */
  #look(): void {
    if (this.#silent++ >= MOST_SILENT) this.#ends(new Error('the worker gives no sign of life'));
    else this.#tell({ kind: 'ping' });
  }

  #tell(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #heard(data: FromWorker): void {
    if (data.kind === 'got') this.got = data.bytes;
    else if (data.kind === 'said') this.#lines.get(data.line)?.hear(data.text);
    else if (data.kind === 'told') {
      const headers = { 'content-type': data.type };
      this.#asked.get(data.ask)?.done(new Response(data.body, { status: data.status, headers }));
      this.#asked.delete(data.ask);
    } else if (data.kind === 'working') {
      if (data.of.startsWith(ASK)) this.#asked.get(Number(data.of.slice(ASK.length)))?.working(data.done);
      else if (data.done < 1) this.solving[data.of] = data.done;
      else delete this.solving[data.of];
    }
  }

  /** A line to the house, for a Connection. */
  dial(): Socket {
    const number = ++this.#count;
    const line = new Line(
      (text) => this.#tell({ kind: 'say', line: number, text }),
      () => {
        this.#lines.delete(number);
        this.#tell({ kind: 'shut', line: number });
      },
    );
    this.#lines.set(number, line);
    this.start().then(
      () => {
        this.#tell({ kind: 'open', line: number });
        line.opened();
      },
      () => line.hear(''),
    );
    return line;
  }

  /** What REST says to this, as `fetch` tells it; `working` hears how far it is, from 0 to 1, if it takes long. */
  async ask(path: string, body?: string, signal?: AbortSignal, working: (done: number) => void = () => undefined): Promise<Response> {
    await this.start();
    signal?.throwIfAborted();
    const ask = ++this.#count;
    return new Promise((resolve, reject) => {
      const dropped = () => {
        if (!this.#asked.delete(ask)) return;
        this.#tell({ kind: 'drop', ask });
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', dropped, { once: true });
      const done = (answer: Response) => {
        signal?.removeEventListener('abort', dropped);
        resolve(answer);
      };
      this.#asked.set(ask, { done, working });
      this.#tell({ kind: 'ask', ask, method: body === undefined ? 'GET' : 'POST', path, body: body ?? '' });
    });
  }
}

/** One line; to whoever holds it, a WebSocket that never has to be asked whether it lives. */
class Line implements Socket {
  readonly local = true;
  readyState = 0;
  onopen: ((event: any) => void) | null = null;
  onmessage: ((event: any) => void) | null = null;
  onclose: ((event: any) => void) | null = null;

  constructor(
    readonly send: (text: string) => void,
    readonly shut: () => void,
  ) {}

  opened(): void {
    this.readyState = 1;
    this.onopen?.({});
  }
  hear(text: string): void {
    if (text) this.onmessage?.({ data: text });
    else this.onclose?.({});
  }
  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.shut();
  }
}

export const engine = new Engine();
