// What the browser keeps of a game, and what it says of a server that does not keep its word.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { ownOf } from '../src/boards';
import type { RecordTold } from '../src/lib/rest';
import type { Chair } from '../src/lib/wire';
import { answered, fresh, hear, keepReceipt, lookAgain, MOST, newSalt, type Receipt, receiptOf } from '../src/lib/receipts';
import { contradiction, prove } from '../src/lib/proof';
import { Connection } from '../src/lib/connection.svelte';
import { TableStore } from '../src/lib/table.svelte';
import { connected, FakeSocket, news, state } from './fakes';

class FakeStorage {
  full = false;
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new Error('QuotaExceededError');
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}
let storage = new FakeStorage();
beforeEach(() => {
  storage = new FakeStorage();
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});

const NAMES = ['ada', 'bo'];
const both: Chair[] = [{ name: 'ada' }, { name: 'bo' }];
const COMMITMENT = 'c'.repeat(64);
const waiting = (salts: string[], seats: Chair[], more = {}) =>
  state({ status: 'waiting', you: null, turn: 0, commitment: COMMITMENT, salts, seats, sight: null, ...more });

/** Ada has sat down on seat 0 of an empty table. */
function seated(): Receipt {
  const receipt = fresh(waiting(['', ''], [{}, {}]));
  receipt.pending = 'mine';
  hear(receipt, waiting(['mine', ''], [{ name: 'ada' }, {}], { you: 0, version: 5 }));
  answered(receipt);
  return receipt;
}

test('a salt is sent after the commitment is known, and both are written down first', async () => {
  const { connection, sockets } = connected();
  sockets[0]!.greet();
  const table = new TableStore(connection, 't1');
  const sat = table.sit(0);
  assert.throws(() => sockets[0]!.last('join'));
  sockets[0]!.hear(waiting(['', ''], [{}, {}], { id: sockets[0]!.last('resume').id }));
  await new Promise((done) => setTimeout(done));
  const { salt, id } = sockets[0]!.last('join');
  assert.match(salt, /^[0-9a-f]{24}$/);
  const written = JSON.parse(storage.getItem('tavola.receipt.t1')!) as Receipt;
  assert.deepEqual([written.commitment, written.pending, written.before], [COMMITMENT, salt, true]);
  sockets[0]!.hear(waiting([salt, ''], [{ name: 'ada' }, {}], { you: 0, version: 5, id }));
  await sat;
  assert.deepEqual([table.receipt?.salt, table.receipt?.pending, table.receiptKept], [salt, '', true]);
  connection.stop();
});

test('of several people at one screen each keeps his own: of a deal each is told another part', () => {
  const dealt = (cards: string) => news(6, { table: 't2', turn: 2, steps: [{ actor: -1, events: [{ event: 'dealt', cards }] }] });
  const tables = ['', 'Player 2'].map((whose, seat) => {
    const connection = new Connection(() => new FakeSocket(), true, whose ? { token: whose, name: whose } : null);
    const table = new TableStore(connection, 't2');
    table.hear(waiting(['one', 'two'], both, { table: 't2', you: seat, status: 'playing' }));
    table.hear(dealt(seat ? '4b 2c' : ''));
    return table;
  });
  for (const { receipt } of tables) assert.equal(contradiction(receipt!, NAMES), null);
  tables[1]!.hear(dealt('4b 3c'));
  assert.deepEqual(tables.map(({ receipt }) => contradiction(receipt!, NAMES)?.key), [undefined, 'toldTwice']);
});

test('what the server tells otherwise later is noted once', () => {
  const receipt = seated();
  hear(receipt, { type: 'seated', table: 't1', version: 6, seats: both, salts: ['mine', 'yours'] });
  hear(receipt, news(7, { turn: 1, steps: [{ actor: -1, move: 'roll 421', events: [] }] }));
  assert.equal(contradiction(receipt, NAMES), null);
  const playing = { status: 'playing', you: 0, turn: 1, seats: both, commitment: COMMITMENT } as const;
  hear(receipt, state({ ...playing, salts: ['mine', 'yours'] }));
  assert.equal(contradiction(receipt, NAMES), null);
  for (let n = 0; n < 2; n++) hear(receipt, state({ ...playing, salts: ['mine', 'other'] }));
  assert.deepEqual(contradiction(receipt, NAMES), { key: 'saltOf', blanks: { who: 'bo', kept: 'yours', told: 'other' } });
  hear(receipt, state({ ...playing, commitment: 'd'.repeat(64), salts: ['', 'yours'] }));
  hear(receipt, news(7, { turn: 1, steps: [{ actor: -1, move: 'roll 111', events: [] }] }));
  assert.deepEqual(receipt.changed.map(({ what, place }) => [what, place]), [['salt', 1], ['commitment', 0], ['salt', 0], ['move', 1]]);
});

test('who stands up and sits down with another salt is told of, and is no cheat', () => {
  const receipt = seated();
  const told = (salts: string[], seats: Chair[]) => hear(receipt, { type: 'seated', table: 't1', version: 6, seats, salts });
  told(['mine', 'yours'], both);
  told(['mine', ''], [both[0]!, {}]);
  told(['mine', 'new'], both);
  assert.equal(contradiction(receipt, NAMES), null);
  told(['mine', 'newer'], both); // without standing up
  assert.equal(contradiction(receipt, NAMES)?.key, 'saltOf');
});

test('my own salt is mine, until I stand up', () => {
  const receipt = seated();
  hear(receipt, { type: 'seated', table: 't1', version: 6, seats: [{}, {}], salts: ['', ''] });
  assert.deepEqual([receipt.changed, receipt.salt], [[], '']);
  const another = seated();
  hear(another, { type: 'seated', table: 't1', version: 6, seats: both, salts: ['', 'yours'] });
  assert.equal(contradiction(another, NAMES)?.key, 'droppedSalt');
});

// ---- the end ----

interface Vectors {
  records: RecordTold[];
}
const { records } = JSON.parse(readFileSync('../docs/fair-dice-vectors.json', 'utf8')) as Vectors;
const game = records.find((one) => one.game === '5000' && one.seats.length === 2 && one.moves.at(-1)![1] !== 'resigns')!;
const salts = JSON.parse(game.tags['Salts']!) as string[];
const kept = (more: Partial<Receipt> = {}): Receipt => ({
  ...fresh(state()),
  table: game.tags['Table']!,
  commitment: game.tags['Commitment']!,
  before: true,
  seat: 0,
  salt: salts[0]!,
  salts,
  begun: true,
  ...more,
});
const proven = async (receipt: Receipt | null, record: RecordTold | null | undefined = game, over = { seed: game.tags['Seed']!, salts }) =>
  prove({ receipt, over, record, redo: await ownOf(game.game)!.redo(), names: game.seats });

test('verified is said only of what was kept', async () => {
  assert.ok(salts[0], 'a record with a salt');
  assert.equal((await proven(kept())).finding, 'verified');
  const others: [Receipt | null, string][] = [[null, 'notBefore'], [kept({ before: false }), 'notBefore']];
  for (const [receipt, lack] of others) {
    const proof = await proven(receipt);
    assert.deepEqual([proof.finding, proof.lack], ['fits', lack]);
  }
  
});

test('each way of cheating has its name', async () => {
  const told = game.moves[0]!;
  const cheats: [string, ReturnType<typeof proven>][] = [
    ['swapped', proven(kept({ commitment: COMMITMENT }))],
    ['yourSalt', proven(kept({ salt: 'another' }))],
    ['droppedSalt', proven(kept(), game, { seed: game.tags['Seed']!, salts: ['', ...salts.slice(1)] })],
    ['saltOf', proven(kept({ salts: [salts[0]!, 'another'] }))],
    ['notRevealed', proven(kept(), game, { seed: '', salts: [] })],
    ['noRecord', proven(kept(), null)],
    ['changedCommitment', proven(kept(), { ...game, tags: { ...game.tags, Commitment: COMMITMENT } })],
    ['draw', proven(kept(), { ...game, moves: [['*', 'roll 11111'], ...game.moves.slice(1)] })],
    ['otherRecord', proven(kept({ told: { 0: [-1, 'roll 11111', []] } }))],
    ['otherRecord', proven(kept({ told: { 0: [1, told[1], []] } }))],
    ['otherLength', proven(kept({ ended: 1 }))],
  ];
  for (const [key, asked] of cheats) {
    const proof = await asked;
    assert.deepEqual([proof.finding, proof.fault?.key], ['wrong', key]);
  }
});

// ---- keeping ----

test('receipts are bounded in number, and a browser that keeps nothing breaks nothing', () => {
  for (let n = 0; n < MOST + 5; n++) assert.equal(keepReceipt({ ...kept(), table: `t${n}`, at: n }), true);
  assert.equal(Object.keys(storage).filter((key) => key.startsWith('tavola.receipt.')).length, MOST);
  assert.equal(lookAgain('t0'), null);
  assert.equal(lookAgain(`t${MOST + 4}`)?.salt, salts[0]);
  storage.full = true;
  assert.equal(keepReceipt({ ...kept(), table: 'full' }), false);
  assert.equal(receiptOf('full')?.salt, salts[0], 'this tab still knows it');
  assert.equal(lookAgain('full'), null);
  Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new Error('forbidden'); }, configurable: true });
  assert.equal(keepReceipt({ ...kept(), table: 'none' }), false);
  assert.equal(lookAgain('none'), null);
});

test('salts are random', () => assert.notEqual(newSalt(), newSalt()));
