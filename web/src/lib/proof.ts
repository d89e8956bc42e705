// What a server reveals at the end of a game, compared with the receipt this browser has kept.
import type { Ending } from './wire';
import type { RecordTold } from './rest';
import type { Changed, Receipt } from './receipts';
import { commitment, type Draw, type Redo, type Verdict, verify } from './verify';

/** What is wrong, with the blanks of its sentence. */
export interface Fault {
  key:
    | 'swapped' | 'changedCommitment' | 'yourSalt' | 'droppedSalt' | 'saltOf' | 'notRevealed' | 'noRecord' | 'draw'
    | 'toldTwice' | 'otherRecord' | 'otherLength' | 'record';
  blanks: Record<string, string | number>;
}
/** What could not be known. */
export type Lack = 'notBefore' | 'noSalt' | 'notRedone' | 'noRecordYet' | 'insecure' | 'nothing';

export interface Proof {
  finding: 'verified' | 'fits' | 'wrong' | 'unknown';
  fault: Fault | null;
  lack: Lack | null;
  verdict: Verdict | null; // on the record
}

/** What is told at the end; of a record, its tags. */
export type Revealed = Pick<Ending, 'seed' | 'salts'>;

export const SHORT = 12;
export const short = (hash: string): string => (hash.length > SHORT ? `${hash.slice(0, SHORT)}…` : hash || '?');

export const secure = (): boolean => typeof crypto !== 'undefined' && !!crypto.subtle;

class Cheat extends Error {
  readonly fault: Fault;
  constructor(key: Fault['key'], blanks: Fault['blanks'] = {}) {
    super(key);
    this.fault = { key, blanks };
  }
}

/** The server has contradicted itself, while the game is still played. */
export function contradiction(receipt: Receipt, names: string[]): Fault | null {
  const first = receipt.changed[0];
  return first ? contradicted(first, receipt, names).fault : null;
}

function contradicted({ what, first, then, place }: Changed, receipt: Receipt, names: string[]): Cheat {
  if (what === 'commitment') return new Cheat('changedCommitment', { kept: short(first), told: short(then) });
  if (what === 'salt') return otherSalt(receipt, place, first, then, names);
  return new Cheat('toldTwice', { move: place, kept: first, told: then });
}

function otherSalt(receipt: Receipt, seat: number, kept: string, told: string, names: string[]): Cheat {
  if (seat === receipt.seat) return new Cheat(told ? 'yourSalt' : 'droppedSalt', { kept, told });
  return new Cheat('saltOf', { who: names[seat] ?? String(seat), kept: kept || '–', told: told || '–' });
}

interface Asked {
  receipt: Receipt | null;
  /** What was reported at the end of the game; without it, the record is used. */
  over?: Revealed | null;
  /** Null: the server gives none. Undefined: it could not be asked for just now. */
  record?: RecordTold | null;
  redo?: Redo;
  names: string[];
  heard?: (draw: Draw) => void;
}

export async function prove(asked: Asked): Promise<Proof> {
  const proof: Proof = { finding: 'wrong', fault: null, lack: null, verdict: null };
  try {
    const lack = await lacking(asked, proof);
    return { ...proof, finding: lack === 'nothing' || lack === 'insecure' ? 'unknown' : lack ? 'fits' : 'verified', lack };
  } catch (error) {
    if (!(error instanceof Cheat)) throw error;
    return { ...proof, fault: error.fault };
  }
}

/** Throws a Cheat, or returns what could not be checked; null: everything was checked and is right. */
async function lacking(asked: Asked, proof: Proof): Promise<Lack | null> {
  const { receipt, record, names } = asked;
  const over = asked.over ?? (record ? revealedBy(record) : null);
  if (receipt?.changed[0]) throw contradicted(receipt.changed[0], receipt, names);
  if (receipt && over) {
    if (!/^[0-9a-f]{64}$/.test(over.seed ?? '')) throw new Cheat('notRevealed');
    saltsAsKept(receipt, over.salts ?? [], names);
  }
  if (!secure()) return 'insecure';
  if (receipt && over) await seedAsKept(receipt, over.seed!);
  if (record === null) throw new Cheat('noRecord');
  if (record === undefined) return 'noRecordYet';
  if (receipt) recordAsKept(receipt, record, over);
  const verdict = (proof.verdict = await verify(record, asked.redo, asked.heard));
  if (verdict.fault === 'nothing') return 'nothing';
  if (verdict.fault === 'draw') throw new Cheat('draw', { ...verdict.draws.at(-1)! });
  if (verdict.fault !== null) throw new Cheat('record', { why: verdict.fault });
  if (receipt) movesAsTold(receipt, record);
  if (!receipt?.before) return 'notBefore';
  if (!receipt.salt) return 'noSalt';
  return verdict.redone ? null : 'notRedone';
}

function revealedBy(record: RecordTold): Revealed {
  let salts: unknown = [];
  try {
    salts = JSON.parse(record.tags['Salts'] ?? '[]');
  } catch {
    // Then there are none.
  }
  return { seed: record.tags['Seed'] ?? '', salts: Array.isArray(salts) ? salts.map(String) : [] };
}

async function seedAsKept(receipt: Receipt, seed: string): Promise<void> {
  const due = await commitment(seed, receipt.table);
  if (due === receipt.commitment || (await commitment(seed, receipt.table, 1)) === receipt.commitment) return;
  throw new Cheat('swapped', { kept: short(receipt.commitment), told: short(due) });
}

function saltsAsKept(receipt: Receipt, salts: string[], names: string[]): void {
  const kept = [...(receipt.salts.length ? receipt.salts : salts)];
  if (receipt.salt && receipt.seat !== null) kept[receipt.seat] = receipt.salt;
  for (let seat = 0; seat < Math.max(kept.length, salts.length); seat++) {
    const [was, told] = [kept[seat] ?? '', salts[seat] ?? ''];
    if (was !== told) throw otherSalt(receipt, seat, was, told, names);
  }
}

/** Does the record have the promised commitment? */
function recordAsKept(receipt: Receipt, record: RecordTold, over: Revealed | null): void {
  const { Commitment: told = '', Seed: seed = '' } = record.tags;
  if (told !== receipt.commitment) throw new Cheat('changedCommitment', { kept: short(receipt.commitment), told: short(told) });
  if (over && seed !== over.seed) throw new Cheat('notRevealed');
}

/** Does the record tell what we were told? */
function movesAsTold(receipt: Receipt, record: RecordTold): void {
  const moves = record.moves.filter(([who, move]) => who === '*' || move !== 'resigns');
  for (const [number, [actor, move, cards]] of Object.entries(receipt.told)) {
    const [who, told] = moves[Number(number)] ?? ['', ''];
    const same = move === null ? cards.every((card) => told.split(' ').includes(card)) : move === told;
    if (!same || String(who) !== (actor === -1 ? '*' : String(actor)))
      throw new Cheat('otherRecord', { move: Number(number) + 1, kept: move ?? cards.join(' '), told });
  }
  if (receipt.ended !== null && moves.length !== receipt.ended)
    throw new Cheat('otherLength', { kept: receipt.ended, told: moves.length });
}
