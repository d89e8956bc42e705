// A card laid on the table, or on a card there: played where that makes clear what it does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Choice } from '../src/boards/capture/choice.svelte';
import { TableStore } from '../src/lib/table.svelte';
import { connected, sight, state } from './fakes';

/** The king drops; the two takes the two; the seven takes the seven, or five and two. */
const MOVES = ['Rd', '2b x 2c', '7d x 7b', '7d x 5c 2c'];

function atTable(actor = 0, behind: () => boolean = () => false) {
  const { connection, sockets } = connected();
  sockets[0]!.greet();
  const table = new TableStore(connection, 't1');
  table.open();
  const cards = state({ game: 'tombolon', sight: sight({ actor, moves: MOVES }) });
  sockets[0]!.hear({ ...cards, id: sockets[0]!.last('resume').id });
  const choice = new Choice(table, { specials: ['scopa', null, null], points: {} }, behind);
  const played = () => sockets[0]!.sent.filter(({ type }) => type === 'play').map(({ move }) => move);
  return { choice, played, end: () => (table.close(), connection.stop()) };
}

const LAID: [string, string | null, string | null][] = [
  ['Rd', null, 'Rd'],
  ['Rd', '5c', 'Rd'], // it can only lie beside it
  ['2b', null, '2b x 2c'],
  ['2b', '2c', '2b x 2c'],
  ['2b', '5c', null], // that it can't take
  ['7d', null, null], // this or that?
  ['7d', '7b', '7d x 7b'],
  ['7d', '5c', '7d x 5c 2c'],
];

for (const [card, onto, move] of LAID) {
  test(`${card} laid ${onto ? `on ${onto}` : 'on the table'}: ${move ?? 'not played yet'}`, () => {
    const { choice, played, end } = atTable();
    void choice.lay(card, onto);
    assert.deepEqual(played(), move ? [move] : []);
    assert.equal(choice.card, card);
    if (!move) assert.notEqual(choice.hint, '');
    end();
  });
}

test('nothing is laid when another is at it', () => {
  const { choice, played, end } = atTable(1);
  void choice.lay('Rd', null);
  assert.deepEqual([played(), choice.card], [[], null]);
  end();
});

test('what to do next stays there: only why something can’t be goes by itself', (context) => {
  const { choice, end } = atTable();
  context.mock.timers.enable({ apis: ['setTimeout'] });
  choice.tapHand('7d');
  const next = choice.hint;
  choice.tapHand('7d'); // once more, which plays nothing: this or that?
  context.mock.timers.tick(60_000);
  assert.equal(choice.hint, next);
  choice.tapTable('Rd'); // nothing it could take
  assert.notEqual(choice.hint, next);
  context.mock.timers.tick(60_000);
  assert.equal(choice.hint, next);
  choice.tapTable('7b');
  assert.equal(choice.hint, '');
  end();
});

/** Cards tapped one after the other, of the hand or of the table, and what was played by the last one. */
const TAPPED: [string, string | null][] = [
  ['2b', null],
  ['2b 2b', '2b x 2c'],
  ['2b 2c', '2b x 2c'], // with one possible capture a tap on the lit card takes it
  ['2b 5c', null],
  ['7d 7b', null], // now it is clear
  ['7d 7b 7b', '7d x 7b'],
  ['7d 5c 2c', '7d x 5c 2c'],
  ['5c', null], // only the seven takes it
  ['5c 2c', '7d x 5c 2c'],
  ['7b 5c', null], // something else is meant
];

for (const [taps, move] of TAPPED) {
  test(`tapped ${taps}: ${move ?? 'not played yet'}`, () => {
    const { choice, played, end } = atTable();
    for (const card of taps.split(' ')) {
      if (['2b', '7d', 'Rd'].includes(card)) choice.tapHand(card);
      else choice.tapTable(card);
    }
    assert.deepEqual(played(), move ? [move] : []);
    end();
  });
}

test('a tap that only shows what others did decides nothing', () => {
  let shown = false;
  const { choice, played, end } = atTable(0, () => !shown && (shown = true));
  choice.tapHand('Rd');
  assert.deepEqual([choice.card, played()], [null, []]);
  choice.tapHand('Rd');
  assert.deepEqual([choice.card, played()], ['Rd', []]);
  end();
});
