// A move as records write it, told in the language of the page, and in the game's own words if it brings some. Dice and cards are drawn, and need no words.
import { games } from './games.svelte';
import { phrases } from './i18n';
import { inMove, type Piece } from './notation';

const EN = {
  stop: 'stop',
  throw: 'throw all',
  keep: 'keep',
  hit: 'and hit',
  knock: 'knocking',
  play: 'play',
  bank: 'bank',
  trash: 'trash the turn',
  stand: 'stand',
  reroll: 're-roll',
  roll: 'dice',
  deal: 'deal',
  bottom: 'under the stock',
};

const t = phrases({
  en: EN,
  fr: {
    stop: 's’arrêter',
    throw: 'tout lancer',
    keep: 'garder',
    hit: 'en frappant la table',
    knock: 'en heurtant',
    play: 'jouer',
    bank: 'encaisser',
    trash: 'jeter le tour',
    stand: 'garder tout',
    reroll: 'relancer',
    roll: 'dés',
    deal: 'donne',
    bottom: 'sous le talon',
  },
  it: {
    stop: 'fermati',
    throw: 'tira tutti',
    keep: 'tieni',
    hit: 'battendo sul tavolo',
    knock: 'urtando',
    play: 'gioca',
    bank: 'incassa',
    trash: 'butta il turno',
    stand: 'tieni tutto',
    reroll: 'rilancia',
    roll: 'dadi',
    deal: 'dà',
    bottom: 'sotto il mazzo',
  },
});

const dealer = phrases({
  en: { deals: '{name} deals' },
  fr: { deals: '{name} donne' },
  it: { deals: '{name} fa le carte' },
});

/** Who deals is written by the number of his seat, and told by his name. */
export function moveInWords(move: string, game: string, names: readonly string[] = []): Piece[] {
  const seat = /^dealer (\d+)$/.exec(move)?.[1];
  const name = seat === undefined ? undefined : names[Number(seat)];
  if (name !== undefined) return [{ kind: 'text', text: dealer('deals', { name }) }];
  const words = games.find(game)?.words ?? {};
  return inMove(move, game).map((piece) => (piece.kind === 'text' ? { ...piece, text: told(piece.text, words) } : piece));
}

function told(text: string, words: Record<string, string>): string {
  return text.replace(/[a-z]+/g, (word) => words[word] ?? (word in EN ? t(word as keyof typeof EN) : word));
}
