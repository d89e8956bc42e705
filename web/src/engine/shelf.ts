// What this browser keeps for the house in the worker: logs, lists, records, in IndexedDB. Texts in, texts out.

type Operation = ['add' | 'put', string, IDBValidKey, string] | ['clear', string, string];

export interface Shelf {
  write(operations: string): Promise<boolean>;
  log(table: string): Promise<string>;
  one(kind: string, key: string): Promise<string | undefined>;
  every(kind: string): Promise<string>;
}

const KINDS = ['log', 'tables', 'records', 'summaries'];
const VERSION = 1;

/** `gone` is called when the storage disappears, as when the user clears the site's data. */
export async function openShelf(name: string, gone: () => void): Promise<Shelf> {
  try {
    const database = await opened(name);
    database.onclose = gone;
    database.onversionchange = () => {
      database.close(); // otherwise a deletion elsewhere would wait for us
      gone();
    };
    const shelf = inDatabase(database);
    return { write: told(shelf.write), log: told(shelf.log), one: told(shelf.one), every: told(shelf.every) };
  } catch {
    return inMemory(); // storage is forbidden: one can play, but nothing is kept
  }
}

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, VERSION);
    asked.onupgradeneeded = () => {
      for (const kind of KINDS) asked.result.createObjectStore(kind);
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** Turns a DOM exception into an Error: Python would not notice the former and wait for ever. */
const told =
  <A extends unknown[], T>(ask: (...given: A) => Promise<T>) =>
  (...given: A): Promise<T> =>
    ask(...given).catch((fault: unknown) => Promise.reject(new Error(String(fault))));

const answer = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

const entriesOf = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);

function inDatabase(database: IDBDatabase): Shelf {
  const reading = (kind: string) => database.transaction(kind).objectStore(kind);
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        const operations = JSON.parse(text) as Operation[];
        if (!operations.length) return resolve(true);
        const kinds = [...new Set(operations.map(([, kind]) => kind))];
        const writing = database.transaction(kinds, 'readwrite');
        writing.oncomplete = () => resolve(true);
        writing.onabort = () => (writing.error?.name === 'ConstraintError' ? resolve(false) : reject(writing.error ?? new Error('aborted')));
        for (const each of operations) {
          const store = writing.objectStore(each[1]);
          if (each[0] === 'clear') store.delete(entriesOf(each[2]));
          else store[each[0]](each[3], each[2]);
        }
      }),
    log: async (table) => JSON.stringify(await answer(reading('log').getAll(entriesOf(table)))),
    one: async (kind, key) => (await answer(reading(kind).get(key))) as string | undefined,
    every: async (kind) => JSON.stringify(await answer(reading(kind).getAll())),
  };
}

function inMemory(): Shelf {
  const kept = new Map(KINDS.map((kind) => [kind, new Map<string, string>()]));
  const of = (kind: string) => kept.get(kind)!;
  const entries = (table: string) => [...of('log')].filter(([key]) => (JSON.parse(key) as [string])[0] === table);
  return {
    async write(text) {
      const operations = JSON.parse(text) as Operation[];
      for (const [what, kind, key] of operations) if (what === 'add' && of(kind).has(JSON.stringify(key))) return false;
      for (const each of operations) {
        if (each[0] === 'clear') for (const [key] of entries(each[2])) of('log').delete(key);
        else of(each[1]).set(each[1] === 'log' ? JSON.stringify(each[2]) : String(each[2]), each[3]);
      }
      return true;
    },
    log: async (table) => JSON.stringify(entries(table).map(([, text]) => text)),
    one: async (kind, key) => of(kind).get(key),
    every: async (kind) => JSON.stringify([...of(kind).values()]),
  };
}
