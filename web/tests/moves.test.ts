// Moves as people read them: the words of the language, the dice and cards as they are.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Lang } from '../src/lib/i18n';
import { moveInWords } from '../src/lib/moves';
import { prefs } from '../src/lib/prefs.svelte';

const before = prefs.lang;
afterEach(() => {
  prefs.lang = before;
});

function read(lang: Lang, move: string, game: string, names: string[] = []): string {
  prefs.lang = lang;
  return moveInWords(move, game, names)
    .map((piece) => piece.text)
    .join('');
}

test('words follow the language, dice stay', () => {
  assert.equal(read('en', 'keep 42 hit', '421'), 'keep 42 and hit');
  assert.equal(read('fr', 'keep 42 hit', '421'), 'garder 42 en frappant la table');
  assert.equal(read('it', 'keep 42 hit', '421'), 'tieni 42 battendo sul tavolo');
  assert.equal(read('fr', 'roll 521', '421'), 'dés 521');
  assert.equal(read('it', 'reroll 631', 'dice-poker'), 'rilancia 631');
});

test('cards are no words', () => {
  for (const lang of ['en', 'fr', 'it'] as const) assert.equal(read(lang, '7d x 5c 2b', 'spazzino'), '7d x 5c 2b');
  assert.equal(read('it', 'deal 10d As Fs', 'tombolon'), 'dà 10d As Fs');
});

test('who deals has a name', () => {
  assert.equal(read('fr', 'dealer 1', 'scopetta', ['Ada', 'Bob']), 'Bob donne');
  assert.equal(read('en', 'dealer 1', 'scopetta'), 'dealer 1');
});

test('every word of every move is known', () => {
  const moves = ['stop', 'throw hit', 'keep 4', 'roll 42 knock 3-5', 'play 15', 'bank', 'trash', 'stand', 'bottom 5c'];
  for (const move of moves) {
    const game = move.startsWith('bottom') ? 'tombolon' : '421';
    for (const word of read('en', move, game).match(/[a-z]{3,}/g) ?? []) {
      for (const lang of ['fr', 'it'] as const) assert.doesNotMatch(read(lang, move, game), new RegExp(`\\b${word}\\b`), move);
    }
  }
});
