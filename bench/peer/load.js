// Players for boardgame.io's server: node load.js PORT GAME whole|patches MATCHES SECONDS WARMUP
//
// They speak its protocol by socket.io-client, as its own transport does: `sync` to enter a match, `update` with
// the action and the number of the state it is meant for. Its full client would play every move a second time in
// this process (its optimistic update) and keep a Redux store for each player; that costs the load's core, not
// the server's, and would only make the peer look slower. So it is left out.
'use strict';

const { io } = require('socket.io-client');
const { applyPatch } = require('rfc6902');
const { choose } = require('./games');

const [port, name, updates, matches, seconds, warmup] = process.argv.slice(2);
const pick = choose[name];
let measuring = false;
let stopped = false;
let ended = 0;
const latencies = [];

class Player {
  constructor(match, seat) {
    this.match = match;
    this.seat = seat;
    this.sent = 0;
    this.waitsFor = -1; // the state our move will bring about
    this.socket = io(`http://127.0.0.1:${port}/${name}`, { transports: ['websocket'], forceNew: true });
    this.socket.on('connect', () => this.enter());
    this.socket.on('sync', (id, info) => id === match.id && this.see(info.state));
    if (updates === 'patches') {
      this.socket.on('patch', (id, from, to, patch) => id === match.id && this.patch(from, to, patch));
    } else {
      this.socket.on('update', (id, state) => id === match.id && this.see(state));
    }
  }

  enter() {
    this.state = null;
    this.socket.emit('sync', this.match.id, this.seat, undefined, 2);
  }

  patch(from, to, patch) {
    if (this.state === null || this.state._stateID !== from) return;
    const state = structuredClone(this.state);
    applyPatch(state, patch);
    this.see({ ...state, _stateID: to });
  }

  see(state) {
    if (this.state !== null && state._stateID <= this.state._stateID) return;
    this.state = state;
    if (state._stateID === this.waitsFor && measuring) latencies.push(Number((performance.now() - this.sent).toFixed(3)));
    if (state.ctx.gameover !== undefined) this.match.over(this);
    else if (this.match.ready(this) && state.ctx.currentPlayer === this.seat) this.play();
  }

  play() {
    if (stopped || this.waitsFor === this.state._stateID + 1) return;
    const [type, args] = pick(this.state);
    const action = { type: 'MAKE_MOVE', payload: { type, args, playerID: this.seat } };
    this.waitsFor = this.state._stateID + 1;
    this.sent = performance.now();
    this.socket.emit('update', action, this.state._stateID, this.match.id, this.seat);
  }
}

class Match {
  constructor(number) {
    this.number = number;
    this.round = 0;
    this.open();
    this.players = ['0', '1'].map((seat) => new Player(this, seat));
  }

  open() {
    this.round += 1;
    this.id = `match-${this.number}-${this.round}`;
    this.here = new Set();
    this.done = new Set();
  }

  // Nobody moves before both have seen the table, or the second would miss the first move.
  ready(player) {
    if (this.here.size === 2) return true;
    this.here.add(player.seat);
    if (this.here.size < 2) return false;
    const other = this.players[1 - Number(player.seat)];
    if (other.state !== null && other.state.ctx.currentPlayer === other.seat) other.play();
    return true;
  }

  over(player) {
    this.done.add(player.seat);
    if (this.done.size < 2) return;
    if (measuring) ended += 1;
    this.open();
    this.players.forEach((each) => {
      each.waitsFor = -1;
      each.enter();
    });
  }
}

const all = Array.from({ length: Number(matches) }, (_, number) => new Match(number));
const everyone = () => all.every((match) => match.round > 1 || match.here.size === 2);
const tell = (what, then) => process.stdout.write(`${JSON.stringify(what)}\n`, then);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function main() {
  for (let waited = 0; !everyone(); waited += 1) {
    if (waited === 600) throw new Error('not every player could sit down within a minute');
    await sleep(100);
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
  const cpu = (used.user + used.system) / 1e6 / took;
  tell({ seconds: took, latencies, ended, cpu }, () => process.exit(0));
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
