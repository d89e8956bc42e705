// The browser's verifier against the vectors every verifier is held to.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { RecordTold } from '../src/lib/rest';
import { ownOf } from '../src/boards';
import { fraction } from '../src/boards/421/chance';
import { commitment, Numbers, prefix, toHex, verify } from '../src/lib/verify';

interface Vectors {
  commitments: { version: 1 | 2; seed: string; table: string; commitment: string }[];
  numbers: {
    version: 1 | 2;
    seed: string;
    table: string;
    salts: string[];
    prefix: string;
    draws: { stop: string; number: string; used: number }[];
  }[];
  records: RecordTold[];
}
// Tests are run from the folder of the page.
const checked = async (record: RecordTold) => verify(record, await ownOf(record.game)?.redo());
const vectors = JSON.parse(readFileSync('../docs/fair-dice-vectors.json', 'utf8')) as Vectors;

test('commitments', async () => {
  for (const one of vectors.commitments) assert.equal(await commitment(one.seed, one.table, one.version), one.commitment);
});

test('numbers, large ones and pieces thrown away too', async () => {
  for (const one of vectors.numbers) {
    assert.equal(toHex(prefix(one.table, one.salts, one.version)), one.prefix);
    const numbers = await Numbers.of(one.seed, one.table, one.salts, one.version);
    for (const draw of one.draws) {
      assert.equal(String(await numbers.below(BigInt(draw.stop))), draw.number);
      assert.equal(numbers.used, draw.used);
    }
  }
});

test('whole games of every kind', async () => {
  assert.equal(new Set(vectors.records.map((record) => record.game)).size, 6);
  for (const record of vectors.records) {
    const chance = record.moves.filter(([who]) => who === '*').length;
    const verdict = await checked(record);
    assert.equal(verdict.fault, null, record.game);
    assert.equal(verdict.draws.length, chance);
  }
});

test('a throw or a seed that was changed is found', async () => {
  for (const record of vectors.records) {
    const at = record.moves.findLastIndex(([who]) => who === '*');
    const moves = record.moves.map((move, index): [number | string, string] =>
      index === at ? [move[0], other(move[1])] : move,
    );
    const verdict = await checked({ ...record, moves });
    assert.equal(verdict.fault, 'draw', record.game);
    assert.equal(verdict.draws.at(-1)?.move, at + 1);
    const tags = { ...record.tags, Seed: record.tags['Seed']!.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) };
    assert.equal((await checked({ ...record, tags })).fault, 'commitment');
    assert.equal((await checked({ ...record, tags: {} })).fault, 'nothing');
  }
});

test('of a game the page does not know, the seed is checked, and no more is claimed', async () => {
  const record = { ...vectors.records[0]!, game: 'somebody-elses', moves: [['*', 'spin 7']] as [string, string][] };
  assert.deepEqual(await checked(record), { ...(await checked(record)), fault: null, redone: false, draws: [] });
  const tags = { ...record.tags, Seed: '0'.repeat(64) };
  assert.equal((await checked({ ...record, tags })).fault, 'commitment');
});

/** Another throw of as many dice, another card in the deal. */
function other(move: string): string {
  if (move.startsWith('roll')) return move.replace(/\d/, (face) => (face === '6' ? '5' : '6'));
  if (move.startsWith('dealer')) return move === 'dealer 0' ? 'dealer 1' : 'dealer 0';
  return move.replace(/(\S)(\S)$/, (_, rank: string, suit: string) => rank + (suit === 'b' ? 'c' : 'b'));
}

test('fractions as options write them', () => {
  assert.deepEqual(fraction('1/4'), { p: 1n, q: 4n });
  assert.deepEqual(fraction('0.25'), { p: 1n, q: 4n });
  assert.deepEqual(fraction('0'), { p: 0n, q: 1n });
});
