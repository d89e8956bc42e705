// The messages between page and worker. What goes over a line is the protocol of every server (lib/wire.ts).

/** Where the files of the engine are, by their names; and whether a memory that was kept is not to be taken up. Nothing
    lies at `base`: it is the version's own address, below which Python asks for its files and its memory is kept. */
export interface Engine {
  base: string;
  files: Record<string, string>;
  anew: boolean;
}

export type ToWorker =
  | ({ kind: 'start'; place: string } & Engine)
  | { kind: 'open'; line: number }
  | { kind: 'say'; line: number; text: string }
  | { kind: 'shut'; line: number }
  | { kind: 'ask'; ask: number; method: string; path: string; body: string }
  | { kind: 'drop'; ask: number } // the answer is not wanted any more
  | { kind: 'ping' };

export type FromWorker =
  | { kind: 'got'; bytes: number }
  | { kind: 'resuming' } // from what an earlier start left
  | { kind: 'ready' }
  | { kind: 'failed'; why: string }
  | { kind: 'said'; line: number; text: string }
  | { kind: 'told'; ask: number; status: number; type: string; body: string }
  | { kind: 'working'; of: string; done: number } // for an `ask`, or for a bot at that table; 1 is the end
  | { kind: 'alive' };

/** Prefix of the number of an `ask`, where an id may be a table's too. */
export const ASK = 'ask ';

// The messages between a worker and its helper (server/offline/helper.py).
export type ToHelper = ({ kind: 'help' } & Engine) | { kind: 'work'; work: number; text: string };
export type FromHelper =
  | { work: number; text: string }
  | { work: number; why: string }
  | { work: number; done: number }
  | { kind: 'solved'; name: string; data: Uint8Array<ArrayBuffer> }
  | { kind: 'alive' };
