// A dice board tells step by step; what stands around it shows the same moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Script, Teller } from '../src/boards/dice/logic/teller.svelte';
import { TableStore } from '../src/lib/table.svelte';
import { connected, type FakeSocket, news, sight, state } from './fakes';

interface Picture {
  player: number;
  scores: number[];
}

function telling(heard?: (socket: FakeSocket) => void, look = 60_000) {
  const { connection, sockets } = connected();
  sockets[0]!.greet();
  const table = new TableStore(connection, 't1');
  table.open();
  const began = sight({ actor: 1, table: { player: 1, scores: [0, 0] } });
  sockets[0]!.hear(state({ id: sockets[0]!.last('resume').id, sight: began }));
  const script: Script<{ table: Picture; event: GameEvent }> = {
    event: (event, _step, teller) => ((teller.shown = event as unknown as Picture), look),
    start: () => ({ player: 0, scores: [0, 0] }),
    moment: ({ player, scores }) => ({ actor: player, score: scores }),
    settle: () => undefined,
  };
  heard?.(sockets[0]!);
  const teller = new Teller(table, script);
  const first = teller.shown;
  return { table, teller, first, socket: sockets[0]!, stop: teller.follow(), end: () => (table.close(), connection.stop()) };
}

const seen = ({ shown: { actor, score } }: TableStore) => ({ actor, score });
const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The other scores, then it is my turn. */
const HIS = news(5, {
  steps: [{ actor: 1, move: 'stand', events: [{ event: 'Scored', player: 1, scores: [0, 7] }] }],
  sight: sight({ actor: 0, score: [0, 9], table: { player: 0, scores: [0, 9] } }),
});

test('the frame waits for the board', async () => {
  const { table, teller, socket, stop, end } = telling();
  let rung = 0;
  socket.hear(HIS);
  table.telling.after(() => rung++);
  assert.deepEqual(seen(table), { actor: 1, score: [0, 0] });
  await soon();
  assert.deepEqual([table.myTurn, table.myTurnShown, rung], [true, false, 0]);
  assert.deepEqual(seen(table), { actor: 1, score: [0, 7] });
  assert.equal(teller.hurry(), true);
  await soon();
  assert.deepEqual(seen(table), { actor: 0, score: [0, 9] });
  assert.deepEqual([table.myTurnShown, table.showing, rung], [true, false, 1]);
  stop();
  end();
});

test('a board that comes late begins where what it tells begins', async () => {
  const { table, teller, first, stop, end } = telling((socket) => socket.hear(HIS));
  assert.deepEqual(first, { player: 1, scores: [0, 0] });
  await soon();
  assert.deepEqual(teller.shown, { event: 'Scored', player: 1, scores: [0, 7] });
  assert.deepEqual(seen(table), { actor: 1, score: [0, 7] });
  teller.hurry();
  await soon();
  assert.deepEqual(teller.shown, { player: 0, scores: [0, 9] });
  stop();
  end();
});

test('a board that is left leaves the present behind', async () => {
  const { table, socket, stop, end } = telling();
  socket.hear(HIS);
  assert.equal(table.showing, true);
  stop();
  assert.deepEqual(seen(table), { actor: 0, score: [0, 9] });
  table.telling.show({ actor: 1, score: [1, 1] }); // the next board has begun to tell
  await soon();
  assert.deepEqual(seen(table), { actor: 1, score: [1, 1] });
  end();
});

test('what I may do is offered when nobody else is told of any more', async () => {
  const { table, teller, socket, stop, end } = telling();
  const mine = { event: 'Rolled', seat: 0, player: 0, scores: [0, 9] };
  const loaded = { ...mine, seat: 1 }; // by chance, for somebody else
  for (const [version, other] of [[5, { actor: 1, move: 'stand', events: [] }], [6, { actor: -1, events: [loaded] }]] as const) {
    const steps = [{ actor: -1, events: [mine] }, { ...other, events: [...other.events] }, { actor: -1, events: [mine] }];
    socket.hear(news(version, { steps, sight: sight({ actor: 0, table: { player: 0, scores: [0, 9] } }) }));
    assert.deepEqual([table.shown.actor, teller.mine, table.myTurnShown], [0, false, false]);
    teller.hurry();
    await soon();
    assert.deepEqual([teller.mine, table.myTurnShown], [true, true]);
  }
  const again = [{ actor: 0, move: 'play 1', events: [mine] }, { actor: -1, events: [mine] }];
  socket.hear(news(7, { steps: again, sight: sight({ actor: 0, table: { player: 0, scores: [0, 9] } }) }));
  assert.deepEqual([teller.behind, teller.mine], [true, true]);
  stop();
  end();
});

test('throws in which nobody decides anything are told quickly, however many there are', async (context) => {
  const { teller, socket, stop, end } = telling(undefined, 700);
  let clock = 0;
  context.mock.timers.enable({ apis: ['setTimeout'] });
  context.mock.method(performance, 'now', () => clock);
  const events = ['Threw', 'Took'].map((event) => ({ event, player: 1, scores: [0, 0] }));
  const steps = Array.from({ length: 40 }, () => ({ actor: -1, move: 'roll 421', events }));
  socket.hear(news(5, { steps, sight: sight({ actor: 0, table: { player: 0, scores: [0, 0] } }) }));
  for (await soon(); teller.behind && clock < 60_000; await soon()) {
    context.mock.timers.tick(20);
    clock += 20;
  }
  assert.ok(clock < 6000, `${clock} ms`);
  stop();
  end();
});
