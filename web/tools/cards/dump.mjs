// Every card of both styles and its name in each language, as JSON: what the tests read.
import { gzipSync } from 'node:zlib';
import { readFileSync, readdirSync } from 'node:fs';
import { cardName, DECK, readCard } from '../../src/art/cards/deck.ts';

const art = new URL('../../src/art/cards/', import.meta.url);
const styles = {};
for (const style of ['regionale', 'semplice']) {
  const { drawBack, drawFace } = await import(new URL(`${style}/index.ts`, art));
  const folder = new URL(`${style}/`, art);
  const source = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  styles[style] = {
    packed: gzipSync(source.join('')).length,
    back: drawBack(),
    faces: Object.fromEntries(DECK.map((card) => [card, drawFace(readCard(card), true)])),
    plain: Object.fromEntries(DECK.map((card) => [card, drawFace(readCard(card), false)])),
  };
}
const names = Object.fromEntries(
  DECK.map((card) => [card, ['en', 'fr', 'it'].map((lang) => cardName(card, lang))]),
);
console.log(JSON.stringify({ styles, names }));
