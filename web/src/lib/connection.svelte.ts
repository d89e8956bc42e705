// One WebSocket to the server: says hello, sends commands, receives messages, and reconnects.
import { engine } from './engine.svelte';
import { t } from './i18n/common';
import { ALONE, file } from './prefix';
import type { AnyCommand, AnyMessage, Refused, State, Welcome } from './wire';
import { keep, kept, prefs } from './prefs.svelte';

export type Phase = 'connecting' | 'open' | 'lost';

/** A command that was not done: `code` for programs, the message for people. */
export class Refusal extends Error {
  readonly code: Refused['code'];
  readonly legal: string[] | null;
  readonly retryAfter: number | null;

  constructor(refused: Refused) {
    super(refused.why);
    this.code = refused.code;
    this.legal = refused.legal ?? null;
    this.retryAfter = refused.retry_after ?? null;
  }
}

/** A follower of a table: hears what is said there, and knows from which version to resume. */
export interface Follower {
  readonly id: string;
  readonly version: number; // the last one known; 0: none
  hear(message: AnyMessage): void;
  refused(refusal: Refusal): void;
}

export interface Socket {
  local?: boolean; // in this browser: no heartbeat is needed
  readyState: number;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
}

interface Waiting {
  command: AnyCommand;
  resolve: (message: AnyMessage) => void;
  reject: (error: Error) => void;
  again: boolean; // sent again over the next connection
  tries: number;
}

const TOKEN = 'tavola.token';
const PING_EVERY = 20_000;
const SILENCE = 10_000; // milliseconds without an answer to a ping: the connection is dead
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const MOST_TRIES = 5;
const TRIES_HERE = 1; // in this browser: a lack of room will not change in ten seconds
const BANNED_WAIT = 300; // seconds; a ban may be lifted before its end

type Sent = AnyCommand extends infer C ? (C extends { id?: string } ? Omit<C, 'id'> : never) : never;

export class Connection {
  phase = $state<Phase>('connecting');
  /** Was there ever a connection? Only then a missing one is "lost". */
  everOpen = $state(false);
  name = $state('');
  server = $state('');
  /** The server's reason for refusing me; empty if it does not. */
  banned = $state('');
  /** Is my name mine alone? A seat of a game that counts needs one. */
  claimed = $state(false);
  /** The server said it is going down. */
  closing = $state(false);

  #dial: () => Socket;
  #as: { token: string; name: string } | null;
  #socket: Socket | null = null;
  #waiting = new Map<string, Waiting>();
  #followers = new Set<Follower>();
  #count = 0;
  // Ids must not meet those of an earlier visit: the server remembers what was done.
  #session = Math.random().toString(36).slice(2, 10);
  #wait = FIRST_WAIT;
  #notBefore = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #wished: string | null = null;
  #given: string | null = null; // where the browser stores nothing, this tab remembers

  /** `lazy`: it is dialled when somebody first has something to say. `as`: whose it is, if not this browser's. */
  constructor(
    dial: () => Socket,
    readonly lazy = false,
    as: { token: string; name: string } | null = null,
  ) {
    this.#dial = dial;
    this.#as = as;
  }

  start(): void {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    const socket = this.#dial();
    this.#socket = socket;
    socket.onopen = () => this.#hello();
    socket.onmessage = (event: { data: string }) => this.#heard(event.data);
    socket.onclose = () => this.#lost(socket);
  }

  /** Tries at once, as when the network is back or somebody presses the button. */
  retry(): void {
    if (this.#socket || Date.now() < this.#notBefore) return;
    this.#wait = FIRST_WAIT;
    this.start();
  }

  stop(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    socket?.close();
  }

  /** Sends a command, now or as soon as there is a connection. Rejects with a Refusal. */
  send(command: Sent, { again = true } = {}): Promise<AnyMessage> {
    const id = this.newId();
    return new Promise((resolve, reject) => {
      const whole = { ...command, id } as AnyCommand;
      this.#waiting.set(id, { command: whole, resolve, reject, again, tries: 0 });
      if (this.phase === 'open') this.#write(whole);
      else if (this.lazy) this.start();
    });
  }

  newId(): string {
    return `${this.#session}-${++this.#count}`;
  }

  /** From now on the follower hears its table. Returns how to stop. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    if (this.phase === 'open') this.resume(follower);
    else if (this.lazy) this.start();
    return () => {
      this.#followers.delete(follower);
    };
  }

  /** Does anybody here still hear that table? */
  follows(table: string): boolean {
    for (const follower of this.#followers) if (follower.id === table) return true;
    return false;
  }

  /** How does the table stand, and what did we miss? */
  resume(follower: Follower): void {
    const since = follower.version > 0 ? follower.version : null;
    this.send({ type: 'resume', table: follower.id, since }, { again: false }).then(
      (state) => {
        if (!this.#followers.has(follower)) this.lookAway(state as State); // the follower left before the answer came
      },
      (error: unknown) => {
        if (error instanceof Refusal && this.#followers.has(follower)) follower.refused(error);
      },
    );
  }

  /** Without followers we leave the table: the others see that a player is away. The seat stays ours. */
  lookAway({ table, you }: Pick<State, 'table' | 'you'>): void {
    if (this.follows(table)) return;
    void this.send({ type: 'leave', table, keep: you !== null }, { again: false }).catch(() => undefined);
  }

  /** Says hello anew, as after a change of name or language. */
  async introduce(name?: string): Promise<void> {
    const welcome = (await this.send(
      { type: 'hello', token: this.#token, name: name ?? this.#name, lang: prefs.lang },
      { again: false },
    )) as Welcome;
    this.#welcomed(welcome);
  }

  /** Makes the name I go by mine: from now on only this browser's token plays under it. */
  async claim(): Promise<void> {
    await this.send({ type: 'claim', name: this.name });
    this.claimed = true;
    prefs.name = this.name;
  }

  /** Who of several people at this screen; empty: whose browser it is. */
  get whose(): string {
    return this.#as?.name ?? '';
  }

  /** Without a server nobody else could have the same name, so whoever chose none is called by a plain one. */
  get #name(): string | null {
    return this.#as?.name ?? (prefs.name || (ALONE ? t('player', { number: 1 }) : null));
  }

  get #token(): string | null {
    return this.#as?.token ?? kept(TOKEN) ?? this.#given;
  }

  // ---- the line itself ----

  #hello(): void {
    const id = `${this.#session}-hello-${++this.#count}`;
    this.#wished = id;
    this.#write({ type: 'hello', id, token: this.#token, name: this.#name, lang: prefs.lang });
  }

  #write(command: AnyCommand): void {
    try {
      this.#socket?.send(JSON.stringify(command));
    } catch {
      this.#socket?.close();
    }
  }

  #heard(text: string): void {
    this.#heardAt = Date.now();
    let message: AnyMessage;
    try {
      message = JSON.parse(text) as AnyMessage;
    } catch {
      return;
    }
    if ('id' in message && message.id && message.id === this.#wished) return this.#greeted(message);
    if (message.type === 'closing') return this.#farewell(message.retry_after);
    if (message.type === 'refused' && message.code === 'banned') return this.#expelled(message);
    if (message.type === 'refused' && message.table && !message.id) this.#closed(message.table, message);
    // The table first, so that the awaited answer finds it up to date.
    if ('table' in message && message.table && message.type !== 'refused' && message.type !== 'done') {
      for (const follower of this.#followers) if (follower.id === message.table) follower.hear(message);
    }
    if ('id' in message && message.id) this.#answered(message.id, message);
  }

  #expelled(refused: Refused): void {
    this.banned = refused.why;
    this.#notBefore = Date.now() + Math.min(refused.retry_after ?? BANNED_WAIT, BANNED_WAIT) * 1000;
  }

  /** An error without a command: the table is gone. */
  #closed(table: string, refused: Refused): void {
    for (const follower of this.#followers) if (follower.id === table) follower.refused(new Refusal(refused));
  }

  #answered(id: string, message: AnyMessage): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    const most = this.#socket?.local ? TRIES_HERE : MOST_TRIES;
    if (message.type === 'refused' && message.code === 'closing' && waiting.tries < most) {
      waiting.tries += 1;
      setTimeout(() => this.#sendAgain(id), (message.retry_after ?? 1) * 1000);
      return;
    }
    this.#waiting.delete(id);
    if (message.type === 'refused') waiting.reject(new Refusal(message));
    else waiting.resolve(message);
  }

  #sendAgain(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting && this.phase === 'open') this.#write(waiting.command);
  }

  #greeted(message: AnyMessage): void {
    this.#wished = null;
    if (message.type === 'welcome') {
      this.#welcomed(message);
      this.#opened();
    } else if (message.type === 'refused' && message.code === 'banned') {
      this.#expelled(message);
      this.#socket?.close();
    } else if (message.type === 'refused') {
      if (message.code === 'taken') prefs.name = ''; // somebody has claimed it since
      else this.#notBefore = Date.now() + (message.retry_after ?? 2) * 1000;
      if (message.code === 'taken') this.#hello();
      else this.#socket?.close();
    }
  }

  #welcomed(welcome: Welcome): void {
    if (welcome.token) {
      this.#given = welcome.token;
      keep(TOKEN, welcome.token);
    }
    this.name = welcome.name;
    this.server = welcome.server ?? '';
    this.banned = '';
    this.claimed = welcome.claimed ?? false;
  }

  #opened(): void {
    this.phase = 'open';
    this.everOpen = true;
    this.closing = false;
    this.#wait = FIRST_WAIT;
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => this.#listen(), PING_EVERY);
    const waiting = [...this.#waiting.values()];
    for (const follower of this.#followers) this.resume(follower);
    for (const one of waiting) this.#write(one.command);
  }

  /** A connection can die silently: ping, and close it if no answer comes. */
  #listen(): void {
    const socket = this.#socket;
    const asked = Date.now();
    if (socket?.local) return;
    this.#write({ type: 'ping' });
    setTimeout(() => {
      if (this.#socket === socket && this.#heardAt < asked) this.#lost(socket);
    }, SILENCE);
  }

  #farewell(after: number): void {
    this.closing = true;
    this.#notBefore = Date.now() + after * 1000;
  }

  #lost(socket: Socket | null): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#wished = null;
    clearInterval(this.#pulse);
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    this.phase = this.everOpen ? 'lost' : 'connecting';
    for (const [id, one] of this.#waiting) if (!one.again) this.#waiting.delete(id);
    // With jitter, so that not everyone comes back in the same instant.
    const wait = Math.max(this.#wait * (0.5 + Math.random()), this.#notBefore - Date.now());
    this.#wait = Math.min(this.#wait * 1.8, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.start(), wait);
  }
}

function address(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${file('/ws')}`;
}

/** The server, at the far end of a WebSocket, or the engine in this browser. */
export const house = new Connection(() => (ALONE ? engine.dial() : new WebSocket(address())), ALONE);

/** Begins; comes back at once when the network does or the page is looked at again. */
export function openHouse(): void {
  if (!house.lazy || engine.had) house.start(); // otherwise on demand: the engine is some megabytes
  if (house.lazy) return;
  addEventListener('online', () => house.retry());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) house.retry();
  });
}
