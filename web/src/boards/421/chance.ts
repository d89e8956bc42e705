// Throws made again: the whole throw is one choice, and a thrown die may knock a kept one.
import type { Numbers, Redo } from '../../lib/verify.ts';

export const redo: Redo = (record, numbers) => {
  const knock = fraction(record.options['knock'] ?? '0');
  return async (told, before) => {
    const [, dice = '', ...more] = told.split(' ');
    const kept = before.startsWith('keep ') ? (before.split(' ')[1] ?? '') : '';
    const due = await fall(dice.length, kept, knock, numbers);
    // Dice that fell together are the same in any order.
    return { due, right: due === ['roll', [...dice].sort().reverse().join(''), ...more].join(' ') };
  };
};

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
