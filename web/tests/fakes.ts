// A house that is no house: what is sent is kept, what is heard is made up.
import type { AnyMessage, News, Sight, State } from '../src/lib/wire';
import { Connection, type Socket } from '../src/lib/connection.svelte';

export class FakeSocket implements Socket {
  readyState = 0;
  onopen: ((event: unknown) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: unknown) => void) | null = null;
  sent: Record<string, any>[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.onclose?.({});
  }
  hear(message: AnyMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Accepts the connection and greets whoever it is. */
  greet(token?: string): void {
    this.onopen?.({});
    const hello = this.last('hello');
    this.hear({ type: 'welcome', name: 'ada', token, id: hello.id });
  }
  last(type: string): Record<string, any> {
    const found = this.sent.findLast((command) => command.type === type);
    if (!found) throw new Error(`no ${type} was sent`);
    return found;
  }
}

export function connected(): { connection: Connection; sockets: FakeSocket[] } {
  const sockets: FakeSocket[] = [];
  const connection = new Connection(() => {
    sockets.push(new FakeSocket());
    return sockets.at(-1)!;
  });
  connection.start();
  return { connection, sockets };
}

export const sight = (more: Partial<Sight> = {}): Sight => ({ actor: 0, table: {}, score: [0, 0], ...more });

export const state = (more: Partial<State> = {}): State => ({
  type: 'table',
  table: 't1',
  game: '421',
  options: {},
  in_force: {},
  rules_version: 1,
  seats: [{ name: 'ada', connected: true }, { name: 'house', bot: 'house' }],
  you: 0,
  version: 4,
  turn: 1,
  status: 'playing',
  public: false,
  clock: {},
  rated: false,
  odds: false,
  commitment: '',
  sight: sight({ moves: ['throw', 'stop'] }),
  ...more,
});

export const news = (version: number, more: Partial<News> = {}): News => ({
  type: 'news',
  table: 't1',
  version,
  turn: version,
  steps: [],
  sight: sight(),
  ...more,
});
