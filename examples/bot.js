// A bot in another language. Each question is one line of JSON, each answer one line: a move, or its index.
//
//     tavola bot run 'exec:node bot.js' --game scopetta --against house

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const asked = JSON.parse(line);
    if (asked.over) return; // the game has ended; nothing to answer
    const longest = asked.moves.reduce((a, b) => (b.length > a.length ? b : a));
    console.log(longest);
  });
