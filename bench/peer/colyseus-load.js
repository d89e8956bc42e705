// Players for colyseus-server.js by Colyseus's own client: node colyseus-load.js PORT MATCHES SECONDS WARMUP
'use strict';

const { Client } = require('@colyseus/sdk');

const [port, matches, seconds, warmup] = process.argv.slice(2);
const latencies = [];
let measuring = false;
let stopped = false;
let ended = 0;

// Whoever's turn it is moves as soon as he hears of the move before.
function plays(room, seat) {
  let seen = -1;
  let sent = 0;
  room.onStateChange((state) => {
    if (stopped || state.number === seen) return;
    seen = state.number;
    if (sent && measuring) latencies.push(Number((performance.now() - sent).toFixed(3)));
    sent = 0;
    if (state.over && measuring && seat === 0) ended += 1;
    if (state.player !== seat) return;
    sent = performance.now();
    room.send('move', state.stake >= 300 ? 'bank' : 'roll');
  });
}

const tell = (what, then) => process.stdout.write(`${JSON.stringify(what)}\n`, then);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function main() {
  const address = `ws://127.0.0.1:${port}`;
  for (let number = 0; number < Number(matches); number += 1) {
    const first = await new Client(address).create('dice');
    const second = await new Client(address).joinById(first.roomId);
    plays(second, 1);
    plays(first, 0);
    first.send('move', 'roll');
  }
  await sleep(warmup * 1000);
  tell({ measuring: true });
  measuring = true;
  const began = performance.now();
  const before = process.cpuUsage();
  await sleep(seconds * 1000);
  const took = (performance.now() - began) / 1000;
  const used = process.cpuUsage(before);
  stopped = true;
  measuring = false;
  tell({ seconds: took, latencies, ended, cpu: (used.user + used.system) / 1e6 / took }, () => process.exit(0));
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
