// What page and worker say to each other. What goes over a line is the protocol of every server (lib/wire.ts).

export type ToWorker =
  | { kind: 'start'; base: string; files: Record<string, number>; place: string; anew: boolean }
  | { kind: 'open'; line: number }
  | { kind: 'say'; line: number; text: string }
  | { kind: 'shut'; line: number }
  | { kind: 'ask'; ask: number; method: string; path: string; body: string };

export type FromWorker =
  | { kind: 'got'; bytes: number }
  | { kind: 'resuming' } // from what an earlier start left
  | { kind: 'ready' }
  | { kind: 'failed'; why: string }
  | { kind: 'said'; line: number; text: string }
  | { kind: 'told'; ask: number; status: number; type: string; body: string };
