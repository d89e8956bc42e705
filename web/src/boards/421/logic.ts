// 421 as the page follows it: what a step changes on the table, and what the chosen dice mean as a move.
import { type Choice, faces, without, written } from '../dice/logic/faces.ts';
import type { Picture, Threw, Told } from './wire.ts';

export function isRampo(picture: Picture): boolean {
  return picture.round.kind === 'rampo_low' || picture.round.kind === 'rampo_high';
}

/** How many throws the player on turn may still make. */
export function throwsLeft(picture: Picture): number {
  if (picture.round.kind !== 'unload') return picture.go.dice.length ? 0 : 1;
  return picture.go.hit ? picture.go.in_hand && 1 : Math.max(0, picture.turn.limit - picture.go.throws);
}

/** The number of tokens is constant: they are in the kitty, or with a seat. */
function tokensInPlay(picture: Picture): number {
  return picture.tokens.reduce((sum, tokens) => sum + tokens, picture.kitty);
}

/** Before anybody has thrown for the start. */
export function start(now: Picture): Picture {
  const none = now.tokens.map(() => 0);
  const all = now.tokens.map((_, seat) => seat);
  return {
    ...now,
    kitty: tokensInPlay(now),
    tokens: none,
    sets_lost: none,
    loading: true,
    turn: { first: 0, total: 0, limit: 1, lowest: [], highest: [] },
    round: { kind: 'opening', members: all, waiting: all, direction: 1, shown: all.map(() => []) },
    go: { player: 0, throws: 0, dice: [], kept: [], in_hand: 0, hit: false },
  };
}

/** The seat an event belongs to; the loser, if tokens go from one seat to another. */
export const seatOf = (told: Told): number => ('seat' in told ? told.seat : told.loser);

/** The table after an event, as far as the page shows it; the end of every news is the server's own picture. */
export function after(now: Picture, told: Told): Picture {
  const seat = seatOf(told);
  switch (told.event) {
    case 'Opened':
      return shows(thrown(now, seat, [told.die]), seat, [told.die]);
    case 'Starts':
      return begin(now, seat, true);
    case 'Threw':
      return thrown(now, seat, lying(told));
    case 'HitTable':
      return { ...now, go: { ...now.go, player: seat, hit: true } };
    case 'Stopped':
      return shows(now, seat, now.go.dice);
    case 'Announced': {
      const counted = { ...now, turn: { ...now.turn, total: told.total } };
      const ended = now.round.kind !== 'unload' || told.throws > 0;
      return ended ? shows(counted, seat, faces(told.dice)) : counted;
    }
    case 'HotHand':
      return {
        ...now,
        round: {
          ...now.round,
          kind: told.highest ? 'rampo_high' : 'rampo_low',
          members: told.members,
          waiting: told.members,
          shown: now.round.shown.map(() => []),
        },
      };
    case 'Took':
      return begin(moved(now, null, seat, told.tokens), seat, true);
    case 'Paid':
      return begin(moved(now, told.winner, told.loser, told.tokens), told.loser, false);
    case 'UnloadBegins':
      return begin(now, seat, false);
    case 'SetLost': {
      const lost = now.sets_lost.map((sets, who) => (who === seat ? told.sets : sets));
      return begin({ ...moved(now, seat, null, tokensInPlay(now)), sets_lost: lost }, seat, true);
    }
    default:
      return now;
  }
}

function lying(told: Threw): number[] {
  const kept = faces(told.kept);
  const [old, fresh] = told.knocked ?? [0, 0];
  const left = old ? [...(without(kept, [old]) ?? kept), fresh] : kept;
  return faces(Number(written([...left, ...faces(told.thrown)])));
}

function thrown(now: Picture, seat: number, dice: number[]): Picture {
  const same = now.go.player === seat && now.round.waiting.includes(seat) && now.round.kind === 'unload';
  const throws = same ? now.go.throws + 1 : 1;
  return { ...now, go: { player: seat, throws, dice, kept: [], in_hand: 0, hit: same && now.go.hit } };
}

function shows(now: Picture, seat: number, dice: number[]): Picture {
  const shown = now.round.shown.map((before, who) => (who === seat ? dice : before));
  const waiting = now.round.waiting.filter((who) => who !== seat);
  return { ...now, round: { ...now.round, shown, waiting } };
}

/** A new turn. What was shown in the last one stays with the seats, in words; here the round is clean. */
function begin(now: Picture, first: number, loading: boolean): Picture {
  const members = now.tokens.flatMap((tokens, who) => (loading || tokens ? [who] : []));
  return {
    ...now,
    loading,
    turn: { first, total: 0, limit: loading ? 1 : 3, lowest: [], highest: [] },
    round: {
      kind: loading ? 'load' : 'unload',
      members,
      waiting: members,
      direction: 1,
      shown: now.round.shown.map(() => []),
    },
    go: { player: first, throws: 0, dice: [], kept: [], in_hand: 0, hit: false },
  };
}

function moved(now: Picture, from: number | null, to: number | null, tokens: number): Picture {
  const change = (who: number) => (who === to ? tokens : 0) - (who === from ? tokens : 0);
  const kitty = now.kitty + (to === null ? tokens : 0) - (from === null ? tokens : 0);
  return { ...now, kitty, tokens: now.tokens.map((held, who) => held + change(who)) };
}

export type Act = 'throw' | 'hit' | 'stop';
export type WhyNot = 'throwOne' | 'firstStops' | 'lastAnyway' | 'onlyFirst';

/** The three things one may do with these dice kept. */
export function choices(picture: Picture, kept: readonly number[], moves: readonly string[]): Choice<Act, WhyNot>[] {
  const first = picture.go.player === picture.turn.first;
  const plain = kept.length ? `keep ${written(kept)}` : 'throw';
  const all = kept.length > 0 && kept.length === picture.go.dice.length;
  const may = (id: Act, move: string, why: WhyNot) => ({ id, move, why: moves.includes(move) ? null : why });
  return [
    may('throw', plain, 'throwOne'),
    may('hit', `${plain} hit`, first ? 'firstStops' : all ? 'throwOne' : 'lastAnyway'),
    may('stop', 'stop', 'onlyFirst'),
  ];
}
