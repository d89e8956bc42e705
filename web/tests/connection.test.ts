import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Refusal } from '../src/lib/connection.svelte';
import { connected, news, state } from './fakes';
import { TableStore } from '../src/lib/table.svelte';

test('a command waits for the greeting and is answered by its id', async () => {
  const { connection, sockets } = connected();
  const answer = connection.send({ type: 'ping' });
  assert.deepEqual(sockets[0]!.sent, []);
  sockets[0]!.greet('secret-token');
  assert.equal(connection.phase, 'open');
  const { id } = sockets[0]!.last('ping');
  sockets[0]!.hear({ type: 'pong', id });
  assert.deepEqual(await answer, { type: 'pong', id });
  connection.stop();
});

test('a refusal rejects with why and what would be right', async () => {
  const { connection, sockets } = connected();
  sockets[0]!.greet();
  const answer = connection.send({ type: 'play', table: 't1', move: 'fly' });
  const { id } = sockets[0]!.last('play');
  sockets[0]!.hear({ type: 'refused', code: 'illegal_move', why: 'no wings', id, legal: ['stop'] });
  await assert.rejects(answer, (error: Refusal) => {
    assert.deepEqual([error.code, error.message, error.legal], ['illegal_move', 'no wings', ['stop']]);
    return true;
  });
  connection.stop();
});

test('after a lost line it comes back, resumes its tables and sends again with the same id', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { connection, sockets } = connected();
  sockets[0]!.greet();
  const table = new TableStore(connection, 't1');
  table.open();
  sockets[0]!.hear(state({ id: sockets[0]!.last('resume').id }));
  const played = table.play('stop');
  const { id } = sockets[0]!.last('play');
  sockets[0]!.close();
  assert.equal(connection.phase, 'lost');
  assert.equal(table.busy, true);
  mock.timers.tick(2000);
  assert.equal(sockets.length, 2);
  sockets[1]!.greet();
  assert.equal(sockets[1]!.last('resume').since, 4);
  assert.equal(sockets[1]!.last('play').id, id);
  sockets[1]!.hear(state({ version: 6, missed: [news(5), news(6)] }));
  sockets[1]!.hear({ type: 'done', id, table: 't1', version: 5 });
  assert.equal(await played, true);
  assert.equal(table.version, 6);
  table.close();
  connection.stop();
  mock.timers.reset();
});

test('a house that goes down is left alone as long as it asks', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { connection, sockets } = connected();
  sockets[0]!.greet();
  sockets[0]!.hear({ type: 'closing', retry_after: 10 });
  sockets[0]!.close();
  mock.timers.tick(9000);
  connection.retry();
  assert.equal(sockets.length, 1);
  mock.timers.tick(1500);
  assert.equal(sockets.length, 2);
  connection.stop();
  mock.timers.reset();
});

test('a line that is silent after a ping is dead', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { connection, sockets } = connected();
  sockets[0]!.greet();
  mock.timers.tick(20_000);
  sockets[0]!.last('ping');
  mock.timers.tick(10_000);
  assert.equal(connection.phase, 'lost');
  connection.stop();
  mock.timers.reset();
});
