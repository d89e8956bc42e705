// Bundles the unit tests for Node's own runner: runes need the compiler, nothing else of Vite is used.
import { readdirSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const tests = readdirSync('tests').filter((name) => name.endsWith('.test.ts'));

export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  resolve: { conditions: ['browser'] }, // runes that react, as in the page
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: '.tests',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(tests.map((name) => [name.replace('.ts', ''), `tests/${name}`])),
      external: [/^node:/],
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
});
