// Dice as the server writes them: 521 is a five, a two and an ace.

/** 521 as [5, 2, 1]; 0 is no die. */
export function faces(dice: number): number[] {
  return dice ? [...String(dice)].map(Number) : [];
}

/** [2, 5, 1] as '521', the notation of a move. */
export function written(dice: readonly number[]): string {
  return [...dice].sort((a, b) => b - a).join('');
}

/** The same to read, in one piece: a line never breaks between dice. */
export function dashed(dice: readonly number[]): string {
  return [...written(dice)].join('\u2011');
}

/** What is left when some dice are taken away; null if they are not all there. */
export function without(dice: readonly number[], taken: readonly number[]): number[] | null {
  const left = [...dice];
  for (const face of taken) {
    const at = left.indexOf(face);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

export function sameDice(a: readonly number[], b: readonly number[]): boolean {
  return written(a) === written(b);
}

/** What a player may do now: the move it means, or why it can't be done. */
export interface Choice<Id extends string, Why extends string> {
  id: Id;
  move: string;
  why: Why | null;
}

/** Dice as positions and records write them, in the order in which they lie. */
export const digits = (dice: readonly number[]): string => dice.join('');

/** By what the odds of a race measure: only the chance against one other is known. */
export const raceAims = (seats: number): ('turn' | 'win')[] => (seats === 2 ? ['turn', 'win'] : ['turn']);

/** How a race of two stands, for who is at it, as `explain` reads it. */
export function against({ player, scores }: { player: number; scores: number[] }): string {
  return ` total=${scores[player]} opponent=${scores[1 - player]}`;
}
