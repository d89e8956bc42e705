// Opening tables: at once against the house, or one to invite friends to.
import type { Create, State } from './wire';
import { house } from './connection.svelte';
import { prefs } from './prefs.svelte';
import { router } from './router.svelte';
import { newSalt, TableStore } from './table.svelte';

export type Wish = Omit<Create, 'type' | 'id'>;

/** A table with me and bots on all other seats; the game begins. */
export async function playNow(wish: Wish, bot = 'house'): Promise<void> {
  const state = await create({ public: false, ...wish });
  const table = state.table;
  await house.send({ type: 'join', table, seat: 0, salt: newSalt() });
  follow(table);
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

// With the last seat taken the first dice fall. They are heard here until the page is there to show them.
let opened: TableStore | null = null;

function follow(table: string): void {
  opened?.close();
  opened = new TableStore(house, table);
  opened.open();
}

/** The table at an address: the one just opened, with all that has happened there, or one to be opened. */
export function tableAt(id: string): TableStore {
  const table = opened?.id === id ? opened : new TableStore(house, id);
  if (table === opened) opened = null;
  return table;
}
