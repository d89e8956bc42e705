// Markdown and notation: what the rules pages are made of.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Block, inline, parse, plainText } from '../src/lib/markdown';
import { inMove, inText } from '../src/lib/notation';

const kinds = (blocks: Block[]) => blocks.map((block) => block.kind);

test('blocks', () => {
  const text = '# A *b*\n\nOne\ntwo.\n\n- x\n  y\n- z\n\n1. first\n\n| a | b |\n|---|---|\n| `p|q` | |\n\n```\ncode *x*\n```\n> said\n';
  const found = parse(text);
  assert.deepEqual(kinds(found), ['heading', 'paragraph', 'list', 'list', 'table', 'code', 'quote']);
  assert.deepEqual(found[0], { kind: 'heading', level: 1, inside: inline('A *b*'), text: 'A b', id: 'a-b' });
  const [, , items, , table] = found;
  assert.equal(items?.kind === 'list' && plainText(items.items[0]!), 'x y');
  assert.equal(table?.kind === 'table' && plainText(table.rows[0]![0]!), 'p|q');
  assert.deepEqual(table?.kind === 'table' && table.rows[0]!.length, 2);
});

test('words inside a line', () => {
  assert.deepEqual(inline('a **b *c*** `*d*` 2*3*4 snake_case_word'), [
    { kind: 'text', text: 'a ' },
    { kind: 'strong', inside: [{ kind: 'text', text: 'b ' }, { kind: 'em', inside: [{ kind: 'text', text: 'c' }] }] },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: '*d*' },
    { kind: 'text', text: ' 2*3*4 snake_case_word' },
  ]);
});

test('nothing but text comes out', () => {
  assert.deepEqual(inline('<b>x</b>'), [{ kind: 'text', text: '<b>x</b>' }]);
  assert.deepEqual(inline('[x](javascript:x)')[0], { kind: 'text', text: 'x' });
  assert.equal(inline('[x](https://example.org/)')[0]?.kind, 'link');
  assert.equal(inline('[x](//example.org/)')[0]?.kind, 'text');
});

test('every page of rules is understood whole', () => {
  const games = '../src/tavola/games';
  const pages = readdirSync(games, { recursive: true, encoding: 'utf8' }).filter((name) => /README.*\.md$/.test(name));
  assert.equal(pages.length, 18);
  for (const page of pages) {
    const text = readFileSync(`${games}/${page}`, 'utf8');
    const found = parse(text);
    assert.equal(found.filter((block) => block.kind === 'heading' && block.level === 1).length, 1, page);
    assert.ok(found.some((block) => block.kind === 'table'), page);
    // No mark of Markdown is left over in what is read.
    const told = found.flatMap((block) => ('inside' in block ? [plainText(block.inside)] : []));
    for (const line of told) assert.doesNotMatch(line, /\*\*|^#|\]\(|^\|/, `${page}: ${line}`);
  }
});

test('dice and cards are found where they are meant', () => {
  const drawn = (pieces: ReturnType<typeof inText>) => pieces.filter((piece) => piece.kind !== 'text').map((piece) => piece.text);
  assert.deepEqual(drawn(inText('6-5-4, 5-4-3 and 1-2-2-3-4, not 20-20-1 or 1-5', '421')), ['6-5-4', '5-4-3', '1-2-2-3-4']);
  assert.deepEqual(drawn(inText('As a rule the 7d and the 2s', 'scopetta')), ['7d', '2s']);
  assert.deepEqual(drawn(inText('a 1 and two 5s', '5000')), []);
  assert.deepEqual(drawn(inMove('keep 42 hit', '421')), ['42']);
  assert.deepEqual(drawn(inMove('7d x 5c 2b', 'spazzino')), ['7d', '5c', '2b']);
  assert.deepEqual(drawn(inMove('deal 10d As Fs', 'tombolon')), ['10d', 'As', 'Fs']);
  assert.deepEqual(drawn(inMove('goal=5000', '5000')), []);
});
