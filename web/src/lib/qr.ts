// QR codes for links: bytes, error correction M, versions 1 to 10 (213 bytes). ISO/IEC 18004 by its own words:
// code the data, add Reed-Solomon, draw the fixed patterns, fill in zigzag, choose the mask with least penalty.

export type Modules = boolean[][];

// By version: data codewords of all blocks, blocks, error codewords of each block; level M.
const CAPACITY: [data: number, blocks: number, ec: number][] = [
  [16, 1, 10],
  [28, 1, 16],
  [44, 1, 26],
  [64, 2, 18],
  [86, 2, 24],
  [108, 4, 16],
  [124, 4, 18],
  [154, 4, 22],
  [182, 5, 22],
  [216, 5, 26],
];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

function remainder(data: Uint8Array, degree: number): Uint8Array {
  const generator = new Uint8Array(degree + 1);
  generator[0] = 1;
  for (let root = 0; root < degree; root++) {
    for (let i = root + 1; i > 0; i--) generator[i] = generator[i]! ^ times(generator[i - 1]!, EXP[root]!);
  }
  const rest = new Uint8Array(degree);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest.copyWithin(0, 1);
    rest[degree - 1] = 0;
    for (let i = 0; i < degree; i++) rest[i] = rest[i]! ^ times(generator[i + 1]!, factor);
  }
  return rest;
}

/** Length, bytes and padding as codewords. */
function coded(bytes: Uint8Array, version: number): Uint8Array {
  const [room] = CAPACITY[version - 1]!;
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4); // bytes
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = new Uint8Array(room);
  for (let i = 0; i < bits.length; i++) words[i >> 3]! |= bits[i]! << (7 - (i & 7));
  for (let i = bits.length / 8, odd = false; i < room; i++, odd = !odd) words[i] = odd ? 0x11 : 0xec;
  return words;
}

/** Data and error words of all blocks, one of each in turn. */
function interleaved(words: Uint8Array, version: number): number[] {
  const [room, count, ec] = CAPACITY[version - 1]!;
  const short = Math.floor(room / count);
  const firstLong = count - (room % count);
  const blocks: Uint8Array[] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i >= firstLong ? 1 : 0);
    blocks.push(words.subarray(at, at + length));
    at += length;
  }
  const checks = blocks.map((block) => remainder(block, ec));
  const all: number[] = [];
  for (let i = 0; i <= short; i++) for (const block of blocks) if (i < block.length) all.push(block[i]!);
  for (let i = 0; i < ec; i++) for (const check of checks) all.push(check[i]!);
  return all;
}

class Drawing {
  readonly size: number;
  readonly dark: Modules;
  readonly fixed: Modules;

  constructor(readonly version: number) {
    this.size = version * 4 + 17;
    const blank = () => Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.dark = blank();
    this.fixed = blank();
    this.#patterns();
  }

  set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y]![x] = dark;
    this.fixed[y]![x] = true;
  }

  #patterns(): void {
    const { size, version } = this;
    for (let i = 0; i < size; i++) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
      for (let dy = -4; dy <= 4; dy++) {
        for (let dx = -4; dx <= 4; dx++) {
          const ring = Math.max(Math.abs(dx), Math.abs(dy));
          this.set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
        }
      }
    }
    const at = ALIGNED[version - 1]!;
    const last = at.length - 1;
    at.forEach((cy, row) =>
      at.forEach((cx, column) => {
        if ((!row && !column) || (!row && column === last) || (row === last && !column)) return;
        for (let dy = -2; dy <= 2; dy++) {
          for (let dx = -2; dx <= 2; dx++) this.set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
        }
      }),
    );
    this.format(0);
    if (version >= 7) this.#versionBits();
  }

  /** Level M and the mask, with their own error correction, twice. */
  format(mask: number): void {
    let rest = mask;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (i: number) => ((bits >> i) & 1) === 1;
    const { size } = this;
    for (let i = 0; i < 6; i++) this.set(8, i, bit(i));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) this.set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) this.set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) this.set(8, size - 15 + i, bit(i));
    this.set(8, size - 8, true);
  }

  #versionBits(): void {
    let rest = this.version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      const a = this.size - 11 + (i % 3);
      const b = Math.floor(i / 3);
      this.set(a, b, dark);
      this.set(b, a, dark);
    }
  }

  fill(words: number[]): void {
    let i = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const upward = ((right + 1) & 2) === 0;
        const y = upward ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y]![x]) continue;
          this.dark[y]![x] = i < words.length * 8 && ((words[i >> 3]! >> (7 - (i & 7))) & 1) === 1;
          i++;
        }
      }
    }
  }

  masked(mask: number): void {
    const rule = MASKS[mask]!;
    for (let y = 0; y < this.size; y++) {
      for (let x = 0; x < this.size; x++) {
        if (!this.fixed[y]![x] && rule(x, y)) this.dark[y]![x] = !this.dark[y]![x];
      }
    }
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a code is to read: long runs, blocks, patterns like a corner, too dark or too light. */
function penalty(dark: Modules): number {
  const size = dark.length;
  let sum = 0;
  let count = 0;
  for (const across of [true, false]) {
    for (let a = 0; a < size; a++) {
      let line = '';
      for (let b = 0; b < size; b++) line += (across ? dark[a]![b] : dark[b]![a]) ? '1' : '0';
      for (const run of line.match(/(.)\1{4,}/g) ?? []) sum += run.length - 2;
      for (let at = 0; at + 11 <= size; at++) {
        const part = line.slice(at, at + 11);
        if (part === '10111010000' || part === '00001011101') sum += 40;
      }
      if (across) count += line.split('1').length - 1;
    }
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const here = dark[y]![x];
      if (here === dark[y]![x - 1] && here === dark[y - 1]![x] && here === dark[y - 1]![x - 1]) sum += 3;
    }
  }
  return sum + Math.floor(Math.abs(count * 20 - size * size * 10) / (size * size)) * 10;
}

/** The code of a text; null if it is too long. Rows of dark and light. */
export function qr(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const version = CAPACITY.findIndex(([room], n) => bytes.length + (n < 9 ? 2 : 3) <= room) + 1;
  if (!version) return null;
  const words = interleaved(coded(bytes, version), version);
  let best: Modules | null = null;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const drawing = new Drawing(version);
    drawing.fill(words);
    drawing.masked(mask);
    drawing.format(mask);
    const cost = penalty(drawing.dark);
    if (cost < least) [best, least] = [drawing.dark, cost];
  }
  return best;
}
