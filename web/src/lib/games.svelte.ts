// The games there are, asked for once in each language.
import { api } from './api';
import { prefs } from './prefs.svelte';
import type { CharacterTold, FigureTold, GameBrief } from './rest';

class Games {
  all = $state.raw<GameBrief[]>([]);
  failed = $state.raw<Error | null>(null);
  #asked = '';

  /** To be called from an effect: asks again when the language changes. */
  load(): void {
    const lang = prefs.lang;
    if (this.#asked === lang) return;
    this.#asked = lang;
    this.failed = null;
    api.games().then(
      (games) => {
        if (this.#asked === lang) this.all = games;
      },
      (error: Error) => {
        this.#asked = '';
        this.failed = error;
      },
    );
  }

  find(name: string): GameBrief | undefined {
    return this.all.find((game) => game.name === name);
  }

  title(name: string): string {
    return this.find(name)?.title ?? name;
  }

  /** The character of a bot; `bot` is its technical name, perhaps with an argument: master:3. */
  character(game: string, bot: string): CharacterTold | undefined {
    return this.find(game)?.characters[bot.split(':')[0] ?? ''];
  }

  /** What people call a bot, and how it plays. */
  botName(game: string, bot: string): string {
    return this.character(game, bot)?.figures[0]?.name ?? bot;
  }
  botLine(game: string, bot: string): string {
    return this.character(game, bot)?.line ?? '';
  }

  /** The member of a bot's family who has that name. */
  figure(game: string, bot: string, name: string): FigureTold | undefined {
    const family = this.character(game, bot)?.figures;
    return family?.find((figure) => figure.name === name) ?? family?.[0];
  }

  /** The fewest seats at which one has company. */
  usualSeats(game: GameBrief): number {
    return game.seats.find((seats) => seats > 1) ?? game.seats[0] ?? 1;
  }
}

export const games = new Games();
