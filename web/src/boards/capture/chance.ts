// Deals made again: cards drawn from what is left of the deck.
import type { RecordTold } from '../../lib/rest.ts';
import type { Numbers, Redo } from '../../lib/verify.ts';

/** What is a game's own about its deals. */
interface Game {
  full?: boolean; // 52 cards instead of 40
  redealt?: string[]; // ranks of which three on the first table are dealt again
}

export const redo =
  (own: (record: RecordTold) => Game): Redo =>
  (record, numbers) => {
    const stock = new Stock(own(record));
    return async (told) => {
      const [verb, ...cards] = told.split(' ');
      if (verb === 'dealer') return made(told, `dealer ${await numbers.small(record.seats.length)}`);
      if (verb === 'bottom') return made(told, await stock.showBottom(numbers));
      return made(told, await stock.deal(cards.length, numbers));
    };
  };

/** A set of cards is the same in any order. */
const made = (told: string, due: string) => ({ due, right: told.split(' ').sort().join() === due.split(' ').sort().join() });

const RANKS = 'A 2 3 4 5 6 7 8 9 10 F C R'.split(' ');
const DECK_52 = [...'bcds'].flatMap((suit) => RANKS.map((rank) => rank + suit));
const DECK_40 = DECK_52.filter((card) => !['8', '9', '10'].includes(card.slice(0, -1)));

/** What is left of the deck, and the little one must know to tell the pool of the next deal. */
class Stock {
  #game: Game;
  #left: string[] = [];
  #bottom: string | null = null;
  #tableIsDue = true;

  constructor(game: Game) {
    this.#game = game;
  }

  async deal(cards: number, numbers: Numbers): Promise<string> {
    if (this.#left.length === 0) {
      this.#left = [...(this.#game.full ? DECK_52 : DECK_40)];
      this.#bottom = null;
      this.#tableIsDue = true;
    }
    const all = cards === this.#left.length;
    const pool = this.#left.filter((card) => all || card !== this.#bottom);
    const dealt = new Set<string>();
    for (let n = 0; n < cards && pool.length; n++) {
      const at = await numbers.small(pool.length);
      dealt.add(pool[at]!);
      const last = pool.pop()!;
      if (at < pool.length) pool[at] = last;
    }
    if (!(this.#tableIsDue && alike(dealt, this.#game.redealt ?? []))) {
      this.#left = this.#left.filter((card) => !dealt.has(card));
      this.#tableIsDue = false;
    }
    return ['deal', ...DECK_52.filter((card) => dealt.has(card))].join(' ');
  }

  async showBottom(numbers: Numbers): Promise<string> {
    this.#bottom = this.#left[await numbers.small(this.#left.length)]!;
    return `bottom ${this.#bottom}`;
  }
}

/** Three of a rank that may not lie on the first table. */
function alike(cards: Set<string>, redealt: string[]): boolean {
  const ranks = [...cards].map((card) => card.slice(0, -1));
  return redealt.some((rank) => ranks.filter((one) => one === rank).length >= 3);
}
