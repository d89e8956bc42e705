// A decision of a dice game as `explain` reads it. See `tavola explain --help` for how positions are written.

export type Aim = 'turn' | 'win' | 'set';

/** What is shown of a decision, and under which aim. Null where there is nothing to work out. */
export function positionOf(game: string, picture: any, aim: Aim): string | null {
  switch (game) {
    case '5000':
      return fiveThousand(picture, aim);
    case 'dice-poker':
      return dicePoker(picture, aim);
    case '421':
      return fourTwentyOne(picture);
    default:
      return null;
  }
}

/** By what the odds can measure. Only the chance against one other is known; 421 knows one aim. */
export function aimsOf(game: string, seats: number): Aim[] {
  if (game === '421') return ['set'];
  return seats === 2 ? ['turn', 'win'] : ['turn'];
}

const digits = (faces: number[]) => faces.join('');

interface Running {
  player: number;
  scores: number[];
  dice: number[];
}

function against(table: Running): string {
  return ` total=${table.scores[table.player]} opponent=${table.scores[1 - table.player]}`;
}

function fiveThousand(table: Running & { hand: number; turn_score: number }, aim: Aim): string | null {
  if (table.dice.length === 0) return null;
  const now = `${digits(table.dice)} hand=${table.hand + 1} turn=${table.turn_score}`;
  return aim === 'win' ? now + against(table) : now;
}

function dicePoker(table: Running & { rerolls: number }, aim: Aim): string | null {
  if (table.dice.length !== 5) return null;
  const now = `${digits(table.dice)} rerolls=${table.rerolls}`;
  return aim === 'win' ? `${now}${against(table)} second=${table.player}` : now;
}

const ROLES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

interface Unload {
  seats: number;
  tokens: number[];
  turn: { first: number; total: number; limit: number };
  round: { kind: string; members: number[]; shown: number[][] };
  go: { player: number; throws: number; dice: number[] };
}

/** Only the unload asks for decisions. Everything in the order of the turn. */
function fourTwentyOne({ seats, tokens, turn, round, go }: Unload): string | null {
  if (round.kind !== 'unload') return null;
  const order = Array.from({ length: seats }, (_, n) => (turn.first + n) % seats).filter((seat) =>
    round.members.includes(seat),
  );
  const place = order.indexOf(go.player);
  const parts = [ROLES[place]];
  if (go.dice.length) parts.push(digits([...go.dice].sort().reverse()));
  parts.push(place === 0 ? `throws=${go.throws}` : `throws=${go.throws} of ${turn.limit}`);
  const target = order.slice(0, place).map((seat) => digits(round.shown[seat] ?? []));
  if (target.length) parts.push(`target=${target.join(',')}`);
  parts.push(`total=${turn.total}`, `tokens=${order.map((seat) => tokens[seat]).join('/')}`);
  return parts.join(' ');
}

/** Are these the same move? Dice may be told in another order. */
export function sameMove(one: string, other: string): boolean {
  return one === other || ordered(one) === ordered(other);
}

function ordered(move: string): string {
  return move.replace(/\d{2,}/g, (dice) => [...dice].sort().join(''));
}
