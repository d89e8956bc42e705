// Makes the throws and deals of a record again from its seed, as docs/fair-dice.md says, in this browser alone.
// How many dice and cards were due is taken from the record; that it was time for them, the server checks.
import type { RecordTold } from './rest';

/** One throw or deal: what the record says, and what the seed gives. */
export interface Draw {
  move: number; // its place in the record, counting from 1
  told: string;
  due: string;
}

export type Fault = 'nothing' | 'noSeed' | 'badSeed' | 'salts' | 'commitment' | 'draw';

export interface Verdict {
  fault: Fault | null;
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

// ---- dice ----

/** 5000 and Dice Poker: each die a number, in the order they fell. */
async function inOrder(dice: number, numbers: Numbers): Promise<string> {
  let faces = '';
  for (let die = 0; die < dice; die++) faces += (await numbers.small(6)) + 1;
  return `roll ${faces}`;
}

/** All throws of n dice, highest die first, in falling order, with in how many orders each can fall. */
function throws(n: number, highest = 6): [string, bigint][] {
  if (n === 0) return [['', 1n]];
  const found: [string, bigint][] = [];
  for (let face = highest; face >= 1; face--) {
    for (const [rest] of throws(n - 1, face)) found.push([`${face}${rest}`, orders(`${face}${rest}`)]);
  }
  return found;
}

function orders(dice: string): bigint {
  let ways = factorial(dice.length);
  for (const face of new Set(dice)) ways /= factorial([...dice].filter((one) => one === face).length);
  return ways;
}

function factorial(n: number): bigint {
  return n < 2 ? 1n : BigInt(n) * factorial(n - 1);
}

/** 421: the whole throw is one choice; a thrown die may knock a kept one. */
async function fall(n: number, kept: string, knock: Fraction, numbers: Numbers): Promise<string> {
  const plain = throws(n);
  const { p, q } = knock;
  if (!kept || p === 0n) return `roll ${await numbers.weighted(plain)}`;
  const calm = (q - p) ** BigInt(n);
  const stirred = q ** BigInt(n) - calm;
  const things = plain.map(([dice, ways]): [string, bigint] => [dice, ways * calm * 6n * BigInt(kept.length)]);
  for (const old of [...new Set(kept)].sort().reverse()) {
    const many = BigInt([...kept].filter((face) => face === old).length);
    for (const fresh of '123456') {
      for (const [dice, ways] of plain) things.push([`${dice} knock ${old}-${fresh}`, ways * stirred * many]);
    }
  }
  return `roll ${await numbers.weighted(things)}`;
}

interface Fraction {
  p: bigint;
  q: bigint;
}

/** `1/4`, `0.25` or `0`, in lowest terms. */
export function fraction(written: string): Fraction {
  const [above = '0', below = '1'] = written.split('/');
  const [whole = '0', places = ''] = above.split('.');
  const p = BigInt(whole + places);
  const q = BigInt(below) * 10n ** BigInt(places.length);
  const common = divisor(p, q);
  return { p: p / common, q: q / common };
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}

// ---- cards ----

const RANKS = 'A 2 3 4 5 6 7 8 9 10 F C R'.split(' ');
const DECK_52 = [...'bcds'].flatMap((suit) => RANKS.map((rank) => rank + suit));
const DECK_40 = DECK_52.filter((card) => !['8', '9', '10'].includes(card.slice(0, -1)));

/** What is left of the deck, and the little one must know to tell the pool of the next deal. */
class Stock {
  #tombolon: boolean;
  #deck: string[];
  #left: string[] = [];
  #bottom: string | null = null;
  #tableIsDue = true;

  constructor(record: RecordTold) {
    this.#tombolon = record.game === 'tombolon';
    this.#deck = this.#tombolon && record.options['padova'] === 'on' ? DECK_52 : DECK_40;
  }

  async deal(cards: number, numbers: Numbers): Promise<string> {
    if (this.#left.length === 0) {
      this.#left = [...this.#deck];
      this.#bottom = null;
      this.#tableIsDue = true;
    }
    const all = cards === this.#left.length;
    const pool = this.#left.filter((card) => all || card !== this.#bottom);
    const dealt = new Set<string>();
    for (let n = 0; n < cards; n++) {
      const at = await numbers.small(pool.length);
      dealt.add(pool[at]!);
      const last = pool.pop()!;
      if (at < pool.length) pool[at] = last;
    }
    if (!(this.#tableIsDue && this.#tombolon && threeAlike(dealt))) {
      this.#left = this.#left.filter((card) => !dealt.has(card));
      this.#tableIsDue = false;
    }
    return ['deal', ...DECK_52.filter((card) => dealt.has(card))].join(' ');
  }

  async showBottom(numbers: Numbers): Promise<string> {
    this.#bottom = this.#left[await numbers.small(this.#left.length)]!;
    return `bottom ${this.#bottom}`;
  }
}

function threeAlike(cards: Set<string>): boolean {
  const ranks = [...cards].map((card) => card.slice(0, -1));
  return ['7', 'F', 'C', 'R'].some((rank) => ranks.filter((one) => one === rank).length >= 3);
}

// ---- records ----

/** Checks a record; `heard` is told of every draw as it is made. */
export async function verify(record: RecordTold, heard?: (draw: Draw) => void): Promise<Verdict> {
  const verdict: Verdict = { fault: null, due: '', draws: [], used: 0, salts: [] };
  const fail = (fault: Fault) => ({ ...verdict, fault });
  const { Table: table, Commitment: told, Seed: seed, Salts: salts } = record.tags;
  if (table === undefined || told === undefined) return fail('nothing');
  if (seed === undefined) return fail('noSeed');
  if (!/^[0-9a-f]{64}$/.test(seed)) return fail('badSeed');
  const first = await commitment(seed, table, 1);
  const version = told === first ? 1 : 2;
  verdict.due = version === 1 ? first : await commitment(seed, table);
  if (verdict.due !== told) return fail('commitment');
  const read = readSalts(salts, record.seats.length);
  if (!read) return fail('salts');
  verdict.salts = read;
  const numbers = await Numbers.of(seed, table, read, version);
  for await (const draw of draws(record, numbers)) {
    verdict.draws.push(draw);
    heard?.(draw);
    verdict.used = numbers.used;
    if (!same(draw, record.game)) return fail('draw');
  }
  return verdict;
}

/** A set of cards is the same in any order, and so are the dice of 421; dice that lie in a row are not. */
function same({ told, due }: Draw, game: string): boolean {
  if (told === due) return true;
  if (told.startsWith('deal ')) return told.split(' ').sort().join() === due.split(' ').sort().join();
  if (game !== '421') return false;
  const [, dice = '', ...more] = told.split(' ');
  return due === ['roll', [...dice].sort().reverse().join(''), ...more].join(' ');
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

async function* draws(record: RecordTold, numbers: Numbers): AsyncGenerator<Draw> {
  const stock = new Stock(record);
  const knock = fraction(record.options['knock'] ?? '0');
  let before = '';
  for (const [index, [who, move]] of record.moves.entries()) {
    if (who === '*') {
      const [verb, first = '', ...rest] = move.split(' ');
      let due: string;
      if (verb === 'roll' && record.game === '421') {
        const kept = before.startsWith('keep ') ? (before.split(' ')[1] ?? '') : '';
        due = await fall(first.length, kept, knock, numbers);
      } else if (verb === 'roll') due = await inOrder(first.length, numbers);
      else if (verb === 'dealer') due = `dealer ${await numbers.small(record.seats.length)}`;
      else if (verb === 'bottom') due = await stock.showBottom(numbers);
      else due = await stock.deal(rest.length + 1, numbers);
      yield { move: index + 1, told: move, due };
    }
    before = who === '*' ? '' : move;
  }
}
