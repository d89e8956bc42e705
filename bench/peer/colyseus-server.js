// The dice of games.js as a room of Colyseus, in memory, on the loopback: node colyseus-server.js
'use strict';

const http = require('http');
const { Server, Room } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { schema } = require('@colyseus/schema');

const GOAL = 5000;
const LONGEST = 100; // throws of a match, as at boardgame.io's

const State = schema({
  number: 'uint32', // of moves so far
  player: 'uint8',
  stake: 'uint32',
  throws: 'uint32',
  dice: ['uint8'],
  score: ['uint32'],
  over: 'boolean',
});

class Dice extends Room {
  onCreate() {
    this.maxClients = 2;
    this.patchRate = null; // a move is told when it is made, not fifty milliseconds later
    this.state = new State();
    this.state.number = 0;
    this.begin();
    this.onMessage('move', (client, what) => this.move(client.userData.seat, what));
  }

  onJoin(client) {
    client.userData = { seat: this.clients.length - 1 };
  }

  begin() {
    Object.assign(this.state, { player: 0, stake: 0, throws: 0, over: false });
    this.state.dice = [1, 2, 3, 4, 6];
    this.state.score = [0, 0];
  }

  move(seat, what) {
    const state = this.state;
    if (seat !== state.player) return;
    if (state.over) this.begin();
    else if (what === 'roll') this.roll(state);
    else this.bank(state, seat);
    state.number += 1;
    this.broadcastPatch();
  }

  roll(state) {
    state.throws += 1;
    let points = 0;
    for (let at = 0; at < 5; at += 1) {
      const die = 1 + Math.floor(Math.random() * 6);
      state.dice[at] = die;
      points += die === 1 ? 100 : die === 5 ? 50 : 0;
    }
    if (points > 0) {
      state.stake += points;
    } else {
      state.stake = 0;
      state.player = 1 - state.player;
    }
  }

  bank(state, seat) {
    state.score[seat] += state.stake;
    state.stake = 0;
    state.player = 1 - state.player;
    state.over = state.score[seat] >= GOAL || state.throws >= LONGEST;
  }
}

const listening = http.createServer();
const server = new Server({ transport: new WebSocketTransport({ server: listening }), greet: false });
server.define('dice', Dice);
server.listen(0, '127.0.0.1').then(() => {
  process.stdout.write(`${JSON.stringify({ port: listening.address().port })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
