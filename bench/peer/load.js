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

setTimeout(() => {
  if (all.some((match) => match.players.some((player) => !player.socket.connected))) {
    process.stderr.write('not every player could connect\n');
    process.exit(1);
  }
  measuring = true;
  const began = performance.now();
  const cpu = process.cpuUsage();
  setTimeout(() => {
    const took = (performance.now() - began) / 1000;
    const used = process.cpuUsage(cpu);
    stopped = true;
    measuring = false;
    const load = (used.user + used.system) / 1e6 / took;
    const told = { seconds: took, latencies, ended, cpu: load };
    process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0));
  }, seconds * 1000);
}, warmup * 1000);
