// A player who waits at a table may look at other pages: the seat is kept, and a notice appears when the game begins.
import { announcer } from './announcer.svelte';
import { house } from './connection.svelte';
import { forget, recent, type Recent } from './recent';
import { TableStore } from './table.svelte';

class Waiting {
  /** My tables that wait for players. */
  tables = $state.raw<TableStore[]>([]);
  /** My tables whose game began while I was on another page. */
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

  /** To be called from an effect: the state of the waiting tables. In a game that has begun, a player on another page
      is away. */
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
