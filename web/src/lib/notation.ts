// Dice and cards inside a text, found so that they can be drawn. Only where nothing else can be meant.
import { ownOf } from '../boards';

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'dice'; text: string; faces: number[] }
  | { kind: 'card'; text: string; card: string };

type Kind = 'dice' | 'cards' | 'any'; // of a game nobody here knows
const CARD = '(?:A|[2-9]|10|F|C|R)[bcds]';

// Three dice or more with dashes; two could be a range. In a sentence `As` is a word and `5s` a plural.
const IN_TEXT: Record<Kind, RegExp> = {
  dice: /(?<![\d-])[1-6](?:-[1-6]){2,4}(?![\d-])/g,
  cards: /\b(?:[2-7]|10)[bcd]\b|\b[2-7]s\b/g,
  any: /(?<![\d-])[1-6](?:-[1-6]){2,4}(?![\d-])|\b(?:[2-7]|10)[bcd]\b/g,
};
// After these words come dice, without dashes.
const IN_MOVE: Record<Kind, RegExp> = {
  dice: /(?<=\b(?:roll|play|keep|reroll|first|second|third) )[1-6]{1,5}\b/g,
  cards: new RegExp(`\\b${CARD}\\b`, 'g'),
  any: new RegExp(`\\b${CARD}\\b|(?<=\\b(?:roll|reroll) )[1-6]{1,6}\\b`, 'g'),
};

/** A sentence cut into words, dice and cards. */
export function inText(text: string, game: string): Piece[] {
  return cut(text, IN_TEXT[kindOf(game)]);
}

/** A move as records write it: `keep 42 hit`, `7d x 5c 2b`. */
export function inMove(move: string, game: string): Piece[] {
  return cut(move, IN_MOVE[kindOf(game)]);
}

const kindOf = (game: string): Kind => ownOf(game)?.pieces ?? 'any';

function cut(text: string, found: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(found)) {
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    pieces.push(
      /[bcds]$/.test(match[0])
        ? { kind: 'card', text: match[0], card: match[0] }
        : { kind: 'dice', text: match[0], faces: [...match[0].replaceAll('-', '')].map(Number) },
    );
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}
