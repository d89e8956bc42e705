// Dice and cards inside a text, found so that they can be drawn. Only where nothing else can be meant.

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'dice'; text: string; faces: number[] }
  | { kind: 'card'; text: string; card: string };

const DICE_GAMES = ['421', '5000', 'dice-poker'];
const CARD = '(?:A|[2-9]|10|F|C|R)[bcds]';

// Three dice or more with dashes; two could be a range. In a sentence `As` is a word and `5s` a plural.
const IN_TEXT: Record<'dice' | 'cards', RegExp> = {
  dice: /(?<![\d-])[1-6](?:-[1-6]){2,4}(?![\d-])/g,
  cards: /\b(?:[2-7]|10)[bcd]\b|\b[2-7]s\b/g,
};
// After these words come dice, without dashes.
const IN_MOVE: Record<'dice' | 'cards', RegExp> = {
  dice: /(?<=\b(?:roll|play|keep|reroll|first|second|third) )[1-6]{1,5}\b/g,
  cards: new RegExp(`\\b${CARD}\\b`, 'g'),
};

/** A sentence cut into words, dice and cards. */
export function inText(text: string, game: string): Piece[] {
  const kind = DICE_GAMES.includes(game) ? 'dice' : 'cards';
  return cut(text, IN_TEXT[kind], kind);
}

/** A move as records write it: `keep 42 hit`, `7d x 5c 2b`. */
export function inMove(move: string, game: string): Piece[] {
  const kind = DICE_GAMES.includes(game) ? 'dice' : 'cards';
  return cut(move, IN_MOVE[kind], kind);
}

function cut(text: string, found: RegExp, kind: 'dice' | 'cards'): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(found)) {
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    pieces.push(
      kind === 'cards'
        ? { kind: 'card', text: match[0], card: match[0] }
        : { kind: 'dice', text: match[0], faces: [...match[0].replaceAll('-', '')].map(Number) },
    );
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}
