// Makes the throws and deals of a record again from its seed, as docs/fair-dice.md says, in this browser alone.
// How many dice and cards were due is taken from the record; that it was time for them, the server checks. How a
// game makes dice or cards of numbers its folder of boards/ knows; of a game without one, the seed alone is checked.
import type { RecordTold } from './rest';

/** One throw or deal: what the record says, and what the seed gives. */
export interface Draw {
  move: number; // its place in the record, counting from 1
  told: string;
  due: string;
}

/** How a game makes its throws or deals again, one after the other; `before` is the player's move before it. */
export type Redo = (record: RecordTold, numbers: Numbers) => (told: string, before: string) => Promise<Made>;
interface Made {
  due: string;
  right: boolean; // told is the same, perhaps in another order
}

export type Fault = 'nothing' | 'noSeed' | 'badSeed' | 'salts' | 'commitment' | 'draw';

export interface Verdict {
  fault: Fault | null;
  /** Were throws and deals made again? If not, the seed is the one that was committed to, and no more is known. */
  redone: boolean;
  /** The commitment the seed gives. */
  due: string;
  draws: Draw[]; // up to the first that is not right, that one too
  /** How many pieces of blocks all of that took. */
  used: number;
  salts: string[];
}

/** How many bytes of a block are a piece, by version. */
const PIECE = { 2: 4, 1: 32 };
type Version = keyof typeof PIECE;
const BLOCK = 32;

const label = (purpose: string, version: Version) => text(`tavola/fair/${version}/${purpose}`);

const utf8 = new TextEncoder();

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function count(n: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, n);
  return bytes;
}

function text(value: string): Uint8Array {
  const bytes = utf8.encode(value);
  return joined([count(bytes.length), bytes]);
}

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the server publishes before anybody sits down. */
export async function commitment(seed: string, table: string, version: Version = 2): Promise<string> {
  const message = joined([label('commitment', version), fromHex(seed), text(table)]);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', message)));
}

export function prefix(table: string, salts: string[], version: Version = 2): Uint8Array {
  return joined([label('dice', version), text(table), count(salts.length), ...salts.map(text)]);
}

/** The numbers of a table, one after the other. */
export class Numbers {
  used = 0;
  #key: CryptoKey;
  #message: Uint8Array<ArrayBuffer>;
  #size: number;
  #block = new Uint8Array();

  private constructor(key: CryptoKey, before: Uint8Array, size: number) {
    this.#key = key;
    this.#message = joined([before, new Uint8Array(8)]);
    this.#size = size;
  }

  static async of(seed: string, table: string, salts: string[], version: Version = 2): Promise<Numbers> {
    const how = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', fromHex(seed), how, false, ['sign']);
    return new Numbers(key, prefix(table, salts, version), PIECE[version]);
  }

  async #piece(): Promise<bigint> {
    const begins = this.used++ * this.#size;
    if (begins % BLOCK === 0) this.#block = await this.#made(begins / BLOCK);
    const piece = this.#block.subarray(begins % BLOCK, (begins % BLOCK) + this.#size);
    return BigInt(`0x${toHex(piece)}`);
  }

  async #made(block: number): Promise<Uint8Array<ArrayBuffer>> {
    const message = this.#message;
    new DataView(message.buffer).setBigUint64(message.length - 8, BigInt(block));
    return new Uint8Array(await crypto.subtle.sign('HMAC', this.#key, message));
  }

  /** A number from 0 to stop − 1, all equally likely. */
  async below(stop: bigint): Promise<bigint> {
    const full = 1n << BigInt(8 * this.#size);
    let room = full;
    let wide = 1;
    for (; room < stop; wide++) room *= full;
    for (;;) {
      let x = 0n;
      for (let part = 0; part < wide; part++) x = x * full + (await this.#piece());
      if (x < room - (room % stop)) return x % stop;
    }
  }

  async small(stop: number): Promise<number> {
    return Number(await this.below(BigInt(stop)));
  }

  async weighted(things: [string, bigint][]): Promise<string> {
    let left = await this.below(things.reduce((sum, [, weight]) => sum + weight, 0n));
    for (const [thing, weight] of things) {
      if (left < weight) return thing;
      left -= weight;
    }
    throw new Error('the weights were summed wrongly');
  }
}

// ---- records ----

/** Checks a record as far as its game is known; `heard` is told of every draw as it is made. */
export async function verify(record: RecordTold, known?: Redo, heard?: (draw: Draw) => void): Promise<Verdict> {
  // A copy begins in the middle: what was there to be dealt the rules know, and not we.
  const redo = record.tags['From'] === undefined ? known : undefined;
  const verdict: Verdict = { fault: null, redone: redo !== undefined, due: '', draws: [], used: 0, salts: [] };
  const fail = (fault: Fault) => ({ ...verdict, fault });
  const { Table: own, LuckOf: set, Commitment: told, Seed: seed, Salts: salts } = record.tags;
  const table = set ?? own; // games of a set have one luck, committed to for all of them
  if (table === undefined || told === undefined) return fail('nothing');
  if (seed === undefined) return fail('noSeed');
  if (!/^[0-9a-f]{64}$/.test(seed)) return fail('badSeed');
  const first = await commitment(seed, table, 1);
  const version = told === first ? 1 : 2;
  verdict.due = version === 1 ? first : await commitment(seed, table);
  if (verdict.due !== told) return fail('commitment');
  if (set !== undefined) return { ...verdict, redone: false };
  const read = readSalts(salts, record.seats.length);
  if (!read) return fail('salts');
  verdict.salts = read;
  if (!redo) return verdict;
  const numbers = await Numbers.of(seed, table, read, version);
  const make = redo(record, numbers);
  let before = '';
  for (const [index, [who, told]] of record.moves.entries()) {
    if (who === '*') {
      const { due, right } = await make(told, before);
      const draw = { move: index + 1, told, due };
      verdict.draws.push(draw);
      heard?.(draw);
      verdict.used = numbers.used;
      if (!right) return fail('draw');
    }
    before = who === '*' ? '' : told;
  }
  return verdict;
}

function readSalts(written: string | undefined, seats: number): string[] | null {
  try {
    const salts: unknown = JSON.parse(written ?? '');
    const right = Array.isArray(salts) && salts.length === seats && salts.every((salt) => typeof salt === 'string');
    return right ? (salts as string[]) : null;
  } catch {
    return null;
  }
}
