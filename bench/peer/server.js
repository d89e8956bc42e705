// boardgame.io's own server, in memory, on the loopback: node server.js GAME whole|patches
'use strict';

const { Server } = require('boardgame.io/server');
const { game } = require('./games');

const [name, updates] = process.argv.slice(2);
const server = Server({ games: [game(name, updates === 'patches')], origins: ['http://127.0.0.1'] });

server.run({ port: { port: 0, host: '127.0.0.1' } }).then(({ appServer }) => {
  process.stdout.write(`${JSON.stringify({ port: appServer.address().port })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
