// The search of this site: Sphinx's own index, read with more sense. Words that most pages have count little, words
// of a heading or of keywords.toml much; a page need not have every word that is asked for. KEYWORDS, the words that
// newcomers type and the pages they mean, stands before this (conf.py); Sphinx copies both into its searchtools.js.
const PLACE = { text: 10, heading: 20, title: 35, keyword: 50 };

const stems = (text) => (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => stemmer.stemWord(word));
let stemmer;

function ranked(asked, excluded) {
  const { terms, titleterms, titles, alltitles, docnames, filenames } = Search._index;
  stemmer = new Stemmer();
  const files = (index, word) => (Object.hasOwn(index, word) ? [index[word]].flat() : []);
  const keywords = {};
  for (const [page, words] of Object.entries(KEYWORDS))
    for (const word of stems(words)) (keywords[word] ??= []).push(docnames.indexOf(page));
  const found = new Map(); // file: { word: the best place it stands in }
  const weight = {};
  const typed = new URLSearchParams(location.search).get("q") ?? "";
  for (const word of new Set([...asked, ...(typed.match(/\b\d+\b/g) ?? [])])) { // Sphinx drops 421 and 5000
    const places = new Map();
    const stands = (file, score) => places.set(file, Math.max(score, places.get(file) ?? 0));
    for (const file of files(terms, word)) stands(file, PLACE.text);
    for (const file of files(titleterms, word)) stands(file, PLACE.heading);
    titles.forEach((title, file) => stems(title).includes(word) && stands(file, PLACE.title));
    for (const file of files(keywords, word)) stands(file, PLACE.keyword);
    if (!places.size && word.length > 2)
      for (const [index, score] of [[terms, 2], [titleterms, 4]])
        for (const each of Object.keys(index))
          if (each.includes(word)) for (const file of files(index, each)) stands(file, score);
    weight[word] = Math.log(1 + titles.length / Math.max(1, places.size));
    for (const [file, score] of places) found.set(file, { ...found.get(file), [word]: score });
  }
  for (const word of excluded) for (const file of files(terms, word)) found.delete(file);
  const all = Object.values(weight).reduce((sum, each) => sum + each, 0);
  const share = (words) => Object.keys(words).reduce((sum, word) => sum + weight[word], 0) / all;
  const most = Math.max(0, ...[...found.values()].map(share));
  const sections = sectionsFor(Object.entries(alltitles), weight);
  return [...found]
    .filter(([, words]) => share(words) > most * 0.6)
    .map(([file, words]) => {
      const score = Object.entries(words).reduce((sum, [word, place]) => sum + weight[word] * place, 0) / all;
      const section = sections.get(file);
      const inside = section?.id && section.title !== titles[file];
      const title = inside ? `${titles[file]} > ${section.title}` : titles[file];
      return [docnames[file], title, inside ? `#${section.id}` : "", null, score, filenames[file], "text"];
    });
}

// The heading of each page that has most of what is asked for, the page's own before others.
function sectionsFor(headings, weight) {
  const best = new Map();
  for (const [title, places] of headings) {
    const worth = new Set(stems(title));
    const has = Object.keys(weight).reduce((sum, word) => sum + (worth.has(word) ? weight[word] : 0), 0);
    for (const [file, id] of places) {
      const value = has + (id === null ? 0.01 : 0);
      if (value > (best.get(file)?.value ?? 0)) best.set(file, { value, title, id });
    }
  }
  return best;
}

// Guides and tutorials before what is generated, that before what is about the project itself, lists of links last.
var Scorer = {
  score: ([page, , , descr, score]) => {
    if (/^(reference\/(architecture|changelog)|benchmarks|glossary|proofs)$/.test(page)) return score - 6;
    if (/^(index|tutorials|how-to|reference|explanation)$/.test(page)) return score - 12;
    return /^reference\/(?!rules|tutorial)/.test(page) ? score - (descr ? 5 : 3) : score;
  },
  objNameMatch: 24,
  objPartialMatch: 8,
  objPrio: { 0: 6, 1: 3, 2: -5 },
  objPrioDefault: 0,
  title: 30,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
queueMicrotask(() => (Search.performTermsSearch = ranked)); // when the rest of searchtools.js has been read
