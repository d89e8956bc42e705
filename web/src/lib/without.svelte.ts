// Playing without the server, as its own pages know it: is that kept in this browser, and may it be fetched?
import { app } from './app.svelte';
import { ALONE, file, OFFLINE_BYTES } from './prefix';

/** none: this server has it not to give. absent: not here yet. */
export type Kept = 'none' | 'absent' | 'coming' | 'kept' | 'failed';

const IDLE = 10_000; // milliseconds after the page is there
const LONGEST = 600_000; // for all of it; a service worker may be ended before

/** What the browser says of its line, where it says anything. */
interface Line {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** May some megabytes be fetched that nobody has asked for? Only where the browser says that they cost nothing. */
export function costsNothing(line: Line | undefined): boolean {
  if (!line || line.saveData) return false;
  return line.type ? ['wifi', 'ethernet'].includes(line.type) : line.effectiveType === '4g';
}

class Without {
  phase = $state<Kept>('none');
  /** Why it could not be fetched, in the browser's words. */
  why = $state('');
  readonly size = OFFLINE_BYTES;
  #scope = '';

  /** Can this browser keep anything? Not over plain http from another computer. */
  get able(): boolean {
    return typeof caches !== 'undefined' && 'serviceWorker' in navigator;
  }

  /** Where it is played without the server; `path` is one of ours. */
  at(path = '/'): string {
    return `${location.origin}${file('/offline/')}?${path}`; // whole: a link that is a path of ours gets the prefix by itself
  }

  start(): void {
    if (ALONE) return;
    this.#scope = new URL(file('/offline/'), location.href).href;
    void this.#look().then(() => setTimeout(() => this.#quietly(), IDLE));
  }

  async #look(): Promise<void> {
    this.phase = (await this.#isKept().catch(() => false)) ? 'kept' : this.size ? 'absent' : 'none';
    if (this.phase === 'kept') app.door();
  }

  async #isKept(): Promise<boolean> {
    if (!this.able) return false;
    for (const name of await caches.keys()) {
      if (!name.startsWith(`tavola ${this.#scope} `)) continue;
      if (await (await caches.open(name)).match(`${this.#scope}whole`)) return true;
    }
    return false;
  }

  /** Fetches it, or its new version, in the background, if that costs the user nothing. */
  #quietly(): void {
    const line = (navigator as { connection?: Line }).connection;
    if (!this.able || !this.size || !costsNothing(line) || !('requestIdleCallback' in window)) return;
    requestIdleCallback(() => {
      if (this.phase === 'kept') void this.#renew();
      else void this.fetch();
    });
  }

  async #renew(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration(this.#scope);
    await registration?.update().catch(() => undefined);
  }

  /** All of it is kept from now on. What has come already is not fetched again. */
  async fetch(): Promise<void> {
    if (!this.able || this.phase === 'coming' || this.phase === 'kept') return;
    [this.phase, this.why] = ['coming', ''];
    try {
      const registration = await navigator.serviceWorker.register(file('/offline/sw.js'), { scope: this.#scope });
      const said = await everything(await active(registration));
      if (said !== 'whole') throw new Error(said);
      this.phase = 'kept';
      app.door();
    } catch (error) {
      [this.phase, this.why] = ['failed', (error as Error).message];
    }
  }
}

function active(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker || worker.state === 'activated') return Promise.resolve(worker!);
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker);
      if (worker.state === 'redundant') reject(new Error('service worker'));
    });
  });
}

function everything(worker: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    setTimeout(() => resolve('timeout'), LONGEST);
    worker.postMessage('everything', [port2]);
  });
}

export const without = new Without();
