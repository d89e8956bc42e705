// Opening tables: at once against the house, or one to invite friends to.
import type { Create, State } from './wire';
import { get } from './api';
import { type Copy, wishOf } from './copy';
import { house, Refusal } from './connection.svelte';
import { prefs } from './prefs.svelte';
import { forget, remember } from './recent';
import { router } from './router.svelte';
import { TableStore } from './table.svelte';
import { waiting } from './waiting.svelte';

export type Wish = Omit<Create, 'type' | 'id'>;

/** Opens a table with me, others at this screen, and bots on all other seats; the game begins. */
export async function playNow(wish: Wish, bot = 'house', others: string[] = []): Promise<void> {
  await opening(create(wish), 0, async (table, seats) => {
    if (others.length) {
      const { keepNeighbours, newNeighbour, tableOf } = await import('./together.svelte');
      const people = others.map(newNeighbour);
      keepNeighbours(table, people);
      for (const [index, one] of people.entries()) await tableOf(one, table).sit(index + 1);
    }
    for (let seat = 1 + others.length; seat < seats; seat++) {
      await house.send({ type: 'seat_bot', table, bot, seat });
    }
  });
}

/** Opens a table for invited players, or for anybody. I sit down there. */
export async function invite(wish: Wish): Promise<void> {
  await opening(create(wish), 0, async () => undefined);
}

const create = (wish: Wish) => async () => (await house.send({ type: 'create', public: false, ...wish })) as State;

/** A game that was begun at a server goes on here, as a copy; once it stands, I go back to the one that stands. */
export async function playCopy(copy: Copy, botFor: (bot: string) => string): Promise<void> {
  const { table } = await get<{ table: string }>(`/api/copies?lang=${prefs.lang}`, undefined, undefined, wishOf(copy));
  const state = (await house.send({ type: 'resume', table, since: null })) as State;
  if (state.status !== 'waiting' || state.you !== null) return router.go(`/table/${table}`, { replace: true });
  const furnish = async () => {
    for (const [seat, bot] of copy.bots.entries()) {
      if (bot) await house.send({ type: 'seat_bot', table, bot: botFor(bot), seat });
    }
  };
  await opening(async () => state, copy.seat, furnish, true);
}

// With the last seat taken the first dice fall. They are heard here until the page is there to show them.
const opened = new Map<string, TableStore>();

/** Opens a table, sits down, does what has to be done there, and goes to it. */
async function opening(
  open: () => Promise<State>,
  seat: number,
  furnish: (table: string, seats: number) => Promise<void>,
  replace = false,
): Promise<void> {
  const from = router.path;
  const state = await open();
  const { table, game, seats } = state;
  const store = new TableStore(house, table);
  store.hear(state);
  await store.sit(seat).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'claim_first')) throw error; // the table leads to it
  });
  remember(table, game);
  opened.set(table, store);
  store.open();
  try {
    await furnish(table, seats.length);
  } catch (error) {
    putAway(table);
    forget(table);
    void house.send({ type: 'leave', table }, { again: false }).catch(() => undefined);
    throw error;
  }
  // A user who went to another page is not disturbed, and finds the table in the list of their own.
  if (router.path === from) router.go(`/table/${table}`, { replace });
  else putAway(table);
}

/** Sits down at the table of a rematch, and goes there. */
export async function playOn(table: string): Promise<void> {
  const store = new TableStore(house, table);
  opened.set(table, store);
  store.open();
  await store.sit().catch(() => undefined); // the seat may be taken from another tab; the table says
  router.go(`/table/${table}`);
}

function putAway(table: string): void {
  const store = opened.get(table);
  if (store) waiting.leave(store);
  opened.delete(table);
}

/** The table at an address: one where I wait, the one just opened, with all that has happened there, or one to be opened. */
export function tableAt(id: string): TableStore {
  const table = waiting.take(id) ?? opened.get(id) ?? new TableStore(house, id);
  opened.delete(id);
  return table;
}
