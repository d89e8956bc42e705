// Who waits at a table for others may look at other pages meanwhile: he is still there, and is called when it begins.
import { announcer } from './announcer.svelte';
import { house } from './connection.svelte';
import { forget, recent, type Recent } from './recent';
import { TableStore } from './table.svelte';

class Waiting {
  /** Tables of mine where somebody is still missing. */
  tables = $state.raw<TableStore[]>([]);
  /** Tables of mine where the game has begun without me looking. */
  begun = $state.raw<Recent[]>([]);

  /** After a reload: those where I waited, but the one I look at. */
  resume(looking: string | null): void {
    for (const one of recent()) {
      if (!one.waiting || one.table === looking) continue;
      const table = new TableStore(house, one.table);
      table.open();
      this.tables = [...this.tables, table];
    }
  }

  /** Its page is left. Only where I wait for others I stay. */
  leave(table: TableStore): void {
    if (table.you === null || table.status !== 'waiting' || table.trouble) table.close();
    else this.tables = [...this.tables, table];
  }

  /** Its page is there again. */
  take(id: string): TableStore | undefined {
    const found = this.#drop(id);
    this.begun = this.begun.filter((one) => one.table !== id);
    return found;
  }

  /** To be called from an effect: what has become of the tables. In a game that has begun, who looks elsewhere is away. */
  look(call: (game: string) => string): void {
    for (const table of this.tables) {
      const { id, game, status, you } = table;
      if (!table.trouble && (!table.state || (status === 'waiting' && you !== null))) continue;
      this.#drop(id)?.close();
      if (status !== 'playing' || you === null) {
        forget(id);
        continue;
      }
      this.begun = [...this.begun, { table: id, game }];
      announcer.alert(call(game));
    }
  }

  #drop(id: string): TableStore | undefined {
    const found = this.tables.find((table) => table.id === id);
    this.tables = this.tables.filter((table) => table !== found);
    return found;
  }
}

export const waiting = new Waiting();
