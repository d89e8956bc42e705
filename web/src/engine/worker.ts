// The house in a worker: Python as the browser runs it, and in it Tavola itself. No rule of a game is written here.
import type { PyodideAPI } from 'pyodide';
import type { FromWorker, ToWorker } from './said';
import { openShelf } from './shelf';

interface Door {
  start(): Promise<void>;
  open(line: number): void;
  take(line: number, text: string): void;
  shut(line: number): void;
  ask(method: string, target: string, body: string): Promise<string>;
}

const say = (message: FromWorker) => postMessage(message);
const fromNetwork = globalThis.fetch.bind(globalThis);
const PACKED = '.packed';
const SITE_PACKAGES = '/lib/python3.14/site-packages';

let door: Promise<Door> | null = null;

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    door = begin(data);
    door.then(
      () => say({ kind: 'ready' }),
      (error: unknown) => say({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }),
    );
    return;
  }
  const there = await door;
  if (!there) return;
  if (data.kind === 'open') there.open(data.line);
  else if (data.kind === 'say') there.take(data.line, data.text);
  else if (data.kind === 'shut') there.shut(data.line);
  else {
    const [status, type, body] = JSON.parse(await there.ask(data.method, data.path, data.body)) as [number, string, string];
    say({ kind: 'told', ask: data.ask, status, type, body });
  }
};

async function begin({ base, files, place }: Extract<ToWorker, { kind: 'start' }>): Promise<Door> {
  let got = 0;
  const counted = (answer: Response, name: string): ReadableStream<Uint8Array> => {
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, onward) {
        got += chunk.byteLength;
        say({ kind: 'got', bytes: got });
        onward.enqueue(chunk);
      },
    });
    return answer.body.pipeThrough(count);
  };
  /** A file of the engine, unpacked here so that every host will do. */
  const unpacked = async (name: string): Promise<Response> => {
    const packed = counted(await fromNetwork(`${base}${name}${PACKED}`), name);
    const plain = packed.pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>);
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return new Response(plain, { headers: { 'content-type': type } });
  };
  // Pyodide asks for its own files by fetch.
  globalThis.fetch = (asked, how) => {
    const url = asked instanceof Request ? asked.url : String(asked);
    const name = url.slice(url.lastIndexOf('/') + 1);
    return url.startsWith(base) && `${name}${PACKED}` in files ? unpacked(name) : fromNetwork(asked, how);
  };
  const archive = async (name: string) => (await unpacked(name)).arrayBuffer();
  const ours = Promise.all([archive('msgspec.zip'), archive('tavola.zip')]);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as typeof import('pyodide');
  const python: PyodideAPI = await loadPyodide({ indexURL: base });
  for (const each of await ours) python.unpackArchive(each, 'zip', { extractDir: SITE_PACKAGES });
  const { WorkerDoor } = python.pyimport('tavola.server.connections.worker');
  const post = (line: number, text: string) => say({ kind: 'said', line, text });
  const found = WorkerDoor(await openShelf(place), post) as Door;
  await found.start();
  return found;
}
