// Opening tables: at once against the house, or one to invite friends to.
import type { Create, State } from './wire';
import { house } from './connection.svelte';
import { prefs } from './prefs.svelte';
import { router } from './router.svelte';
import { newSalt } from './table.svelte';

export type Wish = Omit<Create, 'type' | 'id'>;

/** A table with me and bots on all other seats; the game begins. */
export async function playNow(wish: Wish, bot = 'house'): Promise<void> {
  const state = await create({ public: false, ...wish });
  const table = state.table;
  await house.send({ type: 'join', table, seat: 0, salt: newSalt() });
  for (let seat = 1; seat < state.seats.length; seat++) {
    await house.send({ type: 'seat_bot', table, bot, seat });
  }
  router.go(`/table/${table}`);
}

/** A table that waits for whoever gets the link, or for anybody. I sit there, once I have a name to show. */
export async function invite(wish: Wish): Promise<void> {
  const state = await create({ public: false, ...wish });
  if (prefs.name) await house.send({ type: 'join', table: state.table, seat: 0, salt: newSalt() });
  router.go(`/table/${state.table}`);
}

async function create(wish: Wish): Promise<State> {
  return (await house.send({ type: 'create', ...wish })) as State;
}
