import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TableStore, type Step } from '../src/lib/table.svelte';
import { connected, news, sight, state } from './fakes';

function sitting() {
  const { connection, sockets } = connected();
  sockets[0]!.greet();
  const table = new TableStore(connection, 't1');
  table.open();
  sockets[0]!.hear(state({ id: sockets[0]!.last('resume').id }));
  return { connection, table, socket: sockets[0]!, end: () => (table.close(), connection.stop()) };
}

test('how the table stands', () => {
  const { table, end } = sitting();
  assert.equal(table.myTurn, true);
  assert.deepEqual(table.moves, ['throw', 'stop']);
  assert.deepEqual(table.around, [0, 1]);
  assert.equal(table.nameOf(1), 'house');
  end();
});

test('steps are told in order, with the state already the new one', () => {
  const { table, socket, end } = sitting();
  const told: [Step, number][] = [];
  table.onStep((step) => told.push([step, table.actor]));
  socket.hear(
    news(5, {
      steps: [
        { actor: 0, move: 'stop', events: [{ event: 'Stopped', words: 'ada stops' }] },
        { actor: -1, move: 'roll 421', events: [] },
      ],
      sight: sight({ actor: 1 }),
    }),
  );
  assert.deepEqual(told.map(([step, actor]) => [step.move, step.last, actor]), [
    ['stop', false, 1],
    ['roll 421', true, 1],
  ]);
  assert.deepEqual(told[0]![0].before?.moves, ['throw', 'stop']);
  assert.deepEqual(table.story.map((line) => line.words), ['ada stops']);
  assert.deepEqual(table.moves, []);
  end();
});

test('what comes twice is heard once, and a gap is asked about', () => {
  const { table, socket, end } = sitting();
  let heard = 0;
  table.onNews(() => heard++);
  socket.hear(news(5));
  socket.hear(news(5));
  assert.equal(heard, 1);
  const before = socket.sent.length;
  socket.hear(news(7));
  assert.equal(heard, 1);
  assert.deepEqual([socket.sent.length, socket.last('resume').since], [before + 1, 5]);
  socket.hear(state({ version: 7, missed: [news(6), news(7)] }));
  assert.deepEqual([heard, table.version], [3, 7]);
  end();
});

test('coming and going has no version of its own', () => {
  const { table, socket, end } = sitting();
  socket.hear({ type: 'seated', table: 't1', version: 4, seats: [{ name: 'ada' }, { name: 'bob' }] });
  assert.equal(table.nameOf(1), 'bob');
  end();
});

test('a refused move says why, and frees the board', async () => {
  const { table, socket, end } = sitting();
  const played = table.play('fly');
  assert.deepEqual([table.busy, table.ready], [true, false]);
  assert.equal(await table.play('stop'), false, 'one move at a time');
  const { id, turn } = socket.last('play');
  assert.equal(turn, 1);
  socket.hear({ type: 'refused', code: 'illegal_move', why: 'no wings', id, legal: ['stop'] });
  assert.equal(await played, false);
  assert.deepEqual(table.notice, { words: 'no wings', legal: ['stop'] });
  assert.equal(table.ready, true);
  end();
});

test('only the clock of whose turn it is runs', () => {
  const { table, socket, end } = sitting();
  socket.hear(news(5, { time: { decision: 30, game: [60, 50] }, sight: sight({ actor: 1 }) }));
  assert.equal(table.gameLeft(0), 60);
  assert.ok(table.gameLeft(1)! <= 50);
  assert.ok(table.decisionLeft! <= 30);
  end();
});

test('what happens before anybody looks is told to the first who does, and to nobody twice', () => {
  const { table, socket, end } = sitting();
  socket.hear(news(5, { steps: [{ actor: -1, move: 'roll 421', events: [] }] }));
  const told: (string | number | null)[] = [];
  table.onNews((heard) => told.push(heard.version));
  table.onStep((step) => told.push(step.move));
  assert.deepEqual(told, [5, 'roll 421']);
  table.onNews((heard) => told.push(heard.version));
  assert.equal(told.length, 2);
  end();
});

test('who looks on is counted, and none is not told', () => {
  const { table, socket, end } = sitting();
  assert.equal(table.onlookers, 0);
  socket.hear({ type: 'seated', table: 't1', version: 4, seats: [], watchers: 3 });
  assert.equal(table.onlookers, 3);
  socket.hear({ type: 'seated', table: 't1', version: 4, seats: [] });
  assert.equal(table.onlookers, 0);
  end();
});

test('the end waits for the board, and so does what is to be done after it', () => {
  const { table, socket, end } = sitting();
  const done: string[] = [];
  table.telling.after(() => done.push('at once'));
  table.telling.show({ actor: 1, score: [0, 3] });
  const over = { reason: 'ada wins', winners: [0], scores: [5, 3], how: 'played' as const };
  socket.hear(news(5, { sight: sight({ actor: -2, score: [5, 3] }), over }));
  table.telling.after(() => done.push('later'));
  assert.deepEqual([table.over?.winners, table.ended, table.shown.actor], [[0], null, 1]);
  assert.deepEqual(done, ['at once']);
  table.telling.done();
  assert.deepEqual([table.ended?.winners, table.shown.score, done], [[0], [5, 3], ['at once', 'later']]);
  end();
});

test('who is away, and in how long something may be done about it', () => {
  const { table, socket, end } = sitting();
  socket.hear({ type: 'seated', table: 't1', version: 4, seats: [{ name: 'ada' }, { name: 'bo' }], gone: [{ seat: 1, claim: 40, bot: 40 }] });
  const [gone] = table.gone;
  assert.equal(gone?.seat, 1);
  const wait = table.waitFor(gone?.claim) ?? -1;
  assert.ok(wait > 39 && wait <= 40);
  assert.equal(table.waitFor(gone?.abort), null);
  assert.equal(table.waitFor(0), 0);
  void table.claimWin(1);
  assert.deepEqual([socket.last('claim_win').seat, socket.last('claim_win').table], [1, 't1']);
  socket.hear({ type: 'seated', table: 't1', version: 4, seats: [{ name: 'ada' }, { name: 'bo', connected: true }] });
  assert.deepEqual(table.gone, []);
  end();
});

test('who goes from a table keeps the seat, and says so', () => {
  const { table, socket, connection } = sitting();
  table.close();
  assert.equal(socket.last('leave').keep, true);
  connection.stop();
});
