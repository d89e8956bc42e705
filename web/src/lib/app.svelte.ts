// The page as an app, installed if somebody likes. Where no server is behind it a service worker keeps it, one version at
// a time. That of a server's pages keeps nothing (server/offline/door.js): it is there once it can be of use.
import { ALONE, file } from './prefix';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

class App {
  /** A new version is here, and waits. */
  fresh = $state(false);
  /** The browser would install it. */
  prompt = $state.raw<InstallPrompt | null>(null);
  #registration: ServiceWorkerRegistration | null = null;

  start(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.prompt = event as InstallPrompt;
    });
    addEventListener('appinstalled', () => {
      this.prompt = null;
      this.door();
    });
    if (!ALONE) {
      if (matchMedia('(display-mode: standalone)').matches) this.door();
      return;
    }
    if (!('serviceWorker' in navigator)) return; // it plays all the same, with a network
    void navigator.serviceWorker.register(file('/sw.js')).then(
      (found) => this.#follow(found),
      () => undefined,
    );
  }

  /** The server's pages have a service worker from now on. */
  door(): void {
    if (!ALONE) void navigator.serviceWorker?.register(file('/sw.js'), { scope: file('/') }).catch(() => undefined);
  }

  #follow(registration: ServiceWorkerRegistration): void {
    this.#registration = registration;
    const there = navigator.serviceWorker;
    const look = () => (this.fresh = !!registration.waiting && !!there.controller);
    look();
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
    let had = !!there.controller;
    there.addEventListener('controllerchange', () => {
      if (had) location.reload(); // this window is of the old version; its game is kept
      had = true;
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void registration.update().catch(() => undefined);
    });
  }

  /** All of it is kept from now on, the engine too. */
  async everything(): Promise<void> {
    if (!ALONE || !('serviceWorker' in navigator)) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('everything');
  }

  takeOver(): void {
    this.#registration?.waiting?.postMessage('take over');
  }

  async install(): Promise<void> {
    await this.prompt?.prompt();
    this.prompt = null;
  }
}

export const app = new App();
