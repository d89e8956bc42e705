// Contact sheets of the cards: `node tools/cards/sheet.mjs STYLE WIDTH OUT.png [card ...]`.
// Runs with a Node that reads TypeScript (22.18 or later) and a Chromium on the PATH.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DECK, HEIGHT, readCard, WIDTH } from '../../src/art/cards/deck.ts';

const [style, size, out, ...wanted] = process.argv.slice(2);
const width = Number(size);
const { drawBack, drawFace } = await import(`../../src/art/cards/${style}/index.ts`);
const shown = wanted.length ? wanted : [...DECK, 'back'];
const columns = wanted.length ? Math.min(wanted.length, 10) : 13;
const gap = Math.max(6, Math.round(width / 14));
const rows = Math.ceil(shown.length / columns);
const scale = width < 100 ? 2 : 1; // as a telephone would show it
const small = width <= 60 ? 1.38 : width <= 96 ? 1.18 : 1; // as Card.svelte enlarges the index

const cards = shown.map((card) => {
  const art = card === 'back' ? drawBack() : drawFace(readCard(card), true);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${width}">${art}</svg>`;
});
const paper = style === 'regionale' ? '#f8eed9' : '#fcf8ee';
const page = `<!doctype html><style>body{margin:${gap}px;background:#1f5b3f;display:grid;gap:${gap}px;
grid-template-columns:repeat(${columns},${width}px)}svg{background:${paper};border-radius:6.5%/3.7%}
.index{transform:scale(${small})}</style>${cards.join('')}`;

const folder = mkdtempSync(join(tmpdir(), 'cards-'));
writeFileSync(join(folder, 'sheet.html'), page);
const high = Math.round((width * HEIGHT) / WIDTH);
execFileSync('chromium', [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars',
  `--force-device-scale-factor=${scale}`, `--screenshot=${out}`,
  `--window-size=${columns * (width + gap) + gap},${rows * (high + gap + 4) + gap}`,
  `file://${folder}/sheet.html`,
], { stdio: 'ignore' });
rmSync(folder, { recursive: true });
