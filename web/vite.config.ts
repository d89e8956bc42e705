import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { packed } from './vite.packed.ts';

// The server a developer runs beside `make web-dev`.
const server = process.env.TAVOLA_SERVER ?? 'http://127.0.0.1:8421';

export default defineConfig({
  // The page works below any prefix: the server puts it before what begins with ./ in the document.
  base: './',
  plugins: [svelte(), packed()],
  worker: { format: 'es' },
  build: {
    outDir: '../src/tavola/server/site',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: 'manifest.json', // what belongs to which page, for the budget of bytes
    // What the page's policy forbids must not be there: no data: fonts, no inlined pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '/api': server,
      '/healthz': server,
      '/ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
});
