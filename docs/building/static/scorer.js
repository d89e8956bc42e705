// What search shows first: guides and tutorials, then what is generated, then what is about the project itself.
var Scorer = {
  score: ([page, , , , score]) => {
    if (/^reference\/(architecture|changelog|contributing|security)/.test(page)) return score - 6;
    if (/^reference\/(?!rules|tutorial)/.test(page)) return score - 3;
    return /^(index|tutorials|how-to|reference|explanation)$/.test(page) ? score - 4 : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
