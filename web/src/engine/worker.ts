// The house in a worker: Python as the browser runs it, and in it Tavola itself. No rule of a game is written here.
import type { PyodideAPI } from 'pyodide';
import { Helper } from './helper';
import { forgetMemory, keepMemory, keptMemory } from './memory';
import { ASK, type Engine, type FromHelper, type FromWorker, type ToHelper, type ToWorker } from './said';
import { openShelf } from './shelf';
import { bringSolutions } from './solutions';

interface Door {
  start(): Promise<void>;
  open(line: number): void;
  take(line: number, text: string): void;
  shut(line: number): void;
  ask(method: string, target: string, body: string, name: string): Promise<string>;
  drop(name: string): void;
}

const say = (message: FromWorker) => postMessage(message);
const named = (ask: number) => `${ASK}${ask}`;
const fromNetwork = globalThis.fetch.bind(globalThis);
type Start = Extract<ToWorker, { kind: 'start' }>;
type CreateModule = (settings: unknown) => Promise<any>;

const PACKED = '.packed';
const FILE = 0x04034b50; // the head of a file in an archive
const KEEPING_WAITS = 3000; // milliseconds: playing comes first
const SITE_PACKAGES = '/lib/python3.14/site-packages';

const ALIVE_EVERY = 1000; // milliseconds
const TOLD_EVERY = 200;

interface Work {
  work(text: string): string;
}
interface Helping {
  helper: Work;
  /** Solutions from another worker, made meanwhile. */
  bring(): Promise<void>;
}

let door: Promise<Door> | null = null;
let helping: Promise<Helping> | null = null;
let working = 0; // number of the helper's current task

onmessage = async ({ data }: MessageEvent<ToWorker | ToHelper>) => {
  if (data.kind === 'help') helping = help(data);
  else if (data.kind === 'work') {
    const tell = (message: FromHelper) => postMessage(message);
    try {
      const { helper, bring } = await helping!;
      await bring();
      working = data.work;
      tell({ work: data.work, text: helper.work(data.text) });
    } catch (error) {
      tell({ work: data.work, why: error instanceof Error ? error.message : String(error) });
    }
  } else await served(data);
};

/** Python polls this buffer while it runs, for an interrupt. None ever comes, but the polling tells a working worker
    from a dead one. */
const pulse = {
  last: 0,
  get 0() {
    const now = performance.now();
    if (now - this.last > ALIVE_EVERY) {
      this.last = now;
      postMessage({ kind: 'alive' } satisfies FromHelper & FromWorker);
    }
    return 0;
  },
  set 0(_) {},
};

async function served(data: ToWorker): Promise<void> {
  if (data.kind === 'start') {
    door = begin(data);
    door.then(
      () => say({ kind: 'ready' }),
      (error: unknown) => say({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }),
    );
    return;
  }
  if (data.kind === 'ping') return say({ kind: 'alive' });
  const there = await door;
  if (!there) return;
  try {
    if (data.kind === 'open') there.open(data.line);
    else if (data.kind === 'say') there.take(data.line, data.text);
    else if (data.kind === 'shut') there.shut(data.line);
    else if (data.kind === 'drop') there.drop(named(data.ask));
    else {
      const told = await there.ask(data.method, data.path, data.body, named(data.ask));
      const [status, type, body] = JSON.parse(told) as [number, string, string];
      say({ kind: 'told', ask: data.ask, status, type, body });
    }
  } catch (error) {
    say({ kind: 'failed', why: String(error) }); // refusals are answers; an exception means Python is broken
  }
}

/** Python with Tavola in it: restored from the memory of an earlier start, if that was kept, else started anew. */
async function begun({ base, files, anew }: Engine, keeps: boolean): Promise<PyodideAPI> {
  let got = 0;
  const counted = (answer: Response, name: string): ReadableStream<Uint8Array> => {
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, onward) {
        got += chunk.byteLength;
        if (keeps) say({ kind: 'got', bytes: got });
        onward.enqueue(chunk);
      },
    });
    return answer.body.pipeThrough(count);
  };
  /** A file of the engine, unpacked here so that every host will do. */
  const unpacked = async (name: string): Promise<Response> => {
    const packed = counted(await fromNetwork(files[name + PACKED]!), name);
    const plain = packed.pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>);
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return new Response(plain, { headers: { 'content-type': type } });
  };
  const archive = async (name: string) => stored(new Uint8Array(await (await unpacked(name)).arrayBuffer()));
  const ours = Promise.all([archive('msgspec.zip'), archive('tavola.zip')]);
  const memory = anew ? forgetMemory(base).then(() => null) : keptMemory(base);
  // The compiled module is the same for every start, and need not wait for the rest.
  const compiled = WebAssembly.compileStreaming(unpacked('pyodide.asm.wasm'));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  // Pyodide asks for its own files by fetch.
  globalThis.fetch = async (asked, how) => {
    const url = asked instanceof Request ? asked.url : String(asked);
    const name = url.slice(url.lastIndexOf('/') + 1);
    if (!url.startsWith(base)) return fromNetwork(asked, how);
    if (name.endsWith('.so')) return new Response((await ours)[0].find((file) => file.name.endsWith(name))?.data);
    if (name.endsWith('.wasm')) return new Response(); // see above
    return name + PACKED in files ? unpacked(name) : fromNetwork(files[name]!);
  };
  const [{ loadPyodide }, { default: createModule }, packages, kept] = await Promise.all([
    import(/* @vite-ignore */ files['pyodide.mjs']!) as Promise<typeof import('pyodide')>,
    import(/* @vite-ignore */ files['pyodide.asm.mjs']!) as Promise<{ default: CreateModule }>,
    ours,
    memory,
  ]);
  performance.mark('loaded');
  if (kept && keeps) say({ kind: 'resuming' });
  const library = packages[0].find((file) => file.name.endsWith('.so'))!.name;
  const python: PyodideAPI = await loadPyodide({
    indexURL: base,
    ...(kept ? { _loadSnapshot: kept } : { _makeSnapshot: keeps && !anew }),
    async createPyodideModule(settings) {
      // In its place before Python begins, as in the kept memory.
      const module = await createModule(Object.assign(settings, { dynamicLibraries: [`${SITE_PACKAGES}/${library}`] }));
      if (kept) module.growMemory(kept.length);
      performance.mark('instantiated');
      return module;
    },
  });
  performance.mark('python');
  for (const { name, data } of packages.flat()) {
    const path = `${SITE_PACKAGES}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    python.FS.writeFile(path, data);
  }
  performance.mark('unpacked');
  const { load_all, wake } = python.pyimport('tavola.server.connections.worker');
  if (kept) {
    wake();
    performance.mark('resumed');
  } else if (keeps && !anew) {
    load_all();
    const made = python.makeMemorySnapshot();
    setTimeout(() => void keepMemory(base, made), KEEPING_WAITS);
  }
  performance.mark('imported');
  python.setInterruptBuffer(pulse as unknown as Uint8Array);
  return python;
}

async function begin(start: Start): Promise<Door> {
  const python = await begun(start, true);
  const { WorkerDoor } = python.pyimport('tavola.server.connections.worker');
  const begin = () => new Helper(start, (of, done) => say({ kind: 'working', of, done }));
  const post = (line: number, text: string) => say({ kind: 'said', line, text });
  const gone = () => say({ kind: 'failed', why: 'what this browser had kept is gone' });
  const found = WorkerDoor(await openShelf(start.place, gone), post, begin) as Door;
  await found.start();
  performance.mark('started');
  return found;
}

/** The helper: another worker, for long computations. Python's memory is kept by the first. */
async function help(engine: Engine): Promise<Helping> {
  const python = await begun(engine, false);
  let told = 0;
  const tell = (done: number) => {
    if (performance.now() - told < TOLD_EVERY) return;
    told = performance.now();
    postMessage({ work: working, done: Math.min(done, 0.99) } satisfies FromHelper);
  };
  const solved = (path: string) => {
    const data = python.FS.readFile(path) as Uint8Array<ArrayBuffer>;
    postMessage({ kind: 'solved', name: path.slice(path.lastIndexOf('/') + 1), data } satisfies FromHelper);
  };
  const { Helper, folder } = python.pyimport('tavola.server.offline.helper');
  const helper = Helper((name: string) => fetched(engine, name), tell, solved) as Work;
  return { helper, bring: () => bringSolutions(python, folder(), engine.base) };
}

/** A precomputed result, at once: the caller can't wait. */
function fetched({ files }: Engine, name: string): Uint8Array | undefined {
  const place = files[`solved/${name}`] ?? files[`solved/more/${name}`];
  if (!place) return undefined;
  const asked = new XMLHttpRequest();
  asked.open('GET', place, false);
  asked.responseType = 'arraybuffer';
  try {
    asked.send();
  } catch {
    return undefined; // no network, and not stored: it is computed here
  }
  return asked.status === 200 ? new Uint8Array(asked.response as ArrayBuffer) : undefined;
}

/** The files of an archive that only stores them, as web/engine.py makes it. */
function stored(zip: Uint8Array<ArrayBuffer>): { name: string; data: Uint8Array<ArrayBuffer> }[] {
  const view = new DataView(zip.buffer);
  const found = [];
  for (let at = 0; view.getUint32(at, true) === FILE; ) {
    const [size, name, extra] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const data = at + 30 + name + extra;
    found.push({ name: new TextDecoder().decode(zip.subarray(at + 30, at + 30 + name)), data: zip.subarray(data, data + size) });
    at = data + size;
  }
  return found;
}
