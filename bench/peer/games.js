// Two games for two players, of about the size of ours: what is measured is the server around them.
'use strict';

const GOAL = 5000;
const LONGEST = 100; // moves of a match; its log is copied at every move, so endless matches would be unfair

// Five dice and a bank, like 5000: take the points and pass, or throw again and risk them.
const dice = {
  name: 'dice',
  disableUndo: true, // else every state holds a pile of former ones
  setup: () => ({ dice: [1, 2, 3, 4, 6], stake: 0, score: [0, 0], throws: 0 }),
  moves: {
    roll: ({ G, random, events }) => {
      G.throws += 1;
      G.dice = random.D6(5);
      const points = G.dice.reduce((sum, die) => sum + (die === 1 ? 100 : die === 5 ? 50 : 0), 0);
      if (points > 0) {
        G.stake += points;
      } else {
        G.stake = 0;
        events.endTurn();
      }
    },
    bank: ({ G, ctx, events }) => {
      G.score[ctx.currentPlayer] += G.stake;
      G.stake = 0;
      events.endTurn();
    },
  },
  endIf: ({ G }) => {
    const winner = G.score.findIndex((points) => points >= GOAL);
    return winner >= 0 || G.throws >= LONGEST ? { winner } : undefined;
  },
};

const choose = {
  dice: ({ G }) => (G.stake >= 300 ? ['bank', []] : ['roll', []]),
  noughts: ({ G }) => {
    const free = G.cells.flatMap((cell, at) => (cell === null ? [at] : []));
    return ['mark', [free[Math.floor(Math.random() * free.length)]]];
  },
};

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

// Noughts and crosses, on a clean board as soon as one is won or full.
const noughts = {
  name: 'noughts',
  disableUndo: true,
  setup: () => ({ cells: Array(9).fill(null), won: [0, 0], marks: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, at) => {
      if (G.cells[at] !== null) return 'INVALID_MOVE';
      G.cells[at] = playerID;
      G.marks += 1;
      const won = LINES.some((line) => line.every((cell) => G.cells[cell] === playerID));
      if (won) G.won[playerID] += 1;
      if (won || !G.cells.includes(null)) G.cells = Array(9).fill(null);
    },
  },
  endIf: ({ G }) => (G.marks >= LONGEST ? { won: G.won } : undefined),
};

const GAMES = { dice, noughts };

// `patches`: send what has changed instead of the whole state.
function game(name, patches) {
  return { ...GAMES[name], deltaState: patches };
}

module.exports = { game, choose };
