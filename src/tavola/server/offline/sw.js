// The service worker of the page without a server: once it is here, it is here without a network.
// One version is one cache. The next one is fetched whole beside it, and takes over when the page says so or when
// no window is open any more: what belongs together is never mixed.
const VERSION = '@VERSION@';
const FIRST = @FIRST@; // what the first page needs
const REST = @REST@; // everything else, fetched when somebody wants to play without a network
const ASKED = @ASKED@; // what few ask for: fetched then, and kept
const CACHE = `tavola ${self.registration.scope} ${VERSION}`;
const SHARED = `tavola ${self.registration.scope} shared`;
const DOCUMENT = './';

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      // Whoever had all of the last version has all of this one too; where bytes are dear, he stays with the last.
      const names = (await caches.keys()).filter((name) => name !== CACHE && name.startsWith(`tavola ${self.registration.scope} `));
      let had = false;
      for (const name of names) had ||= !!(await (await caches.open(name)).match('whole'));
      if (had && self.navigator.connection?.saveData) throw new Error('a newer version is fetched when data need not be saved');
      const cache = await caches.open(CACHE);
      await cache.addAll(FIRST.map((name) => new Request(name, { cache: 'no-cache' })));
      if (had) await everything();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const ours = (await caches.keys()).filter((name) => name.startsWith(`tavola ${self.registration.scope} `));
      await Promise.all(ours.filter((name) => name !== CACHE && name !== SHARED).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

let coming = null;

/** Fetched once, however many pages ask for it; whoever asks again after a failure goes on where it stopped. */
function everything() {
  return (coming ??= fetchAll().finally(() => (coming = null)));
}

/** What has not changed since the last version is not fetched again: its name says so. */
async function fetchAll() {
  const cache = await caches.open(CACHE);
  for (const name of [...REST, ...ASKED]) {
    if (await cache.match(name)) continue;
    const had = /^\.\/(assets|data|engine)\//.test(name) && (await caches.match(name));
    if (had) await cache.put(name, had);
    else if (!ASKED.includes(name)) await cache.add(new Request(name, { cache: 'no-cache' }));
  }
  await cache.put('whole', new Response(''));
}

self.addEventListener('message', (event) => {
  if (event.data === 'everything') {
    const answer = (text) => event.ports[0]?.postMessage(text);
    event.waitUntil(everything().then(() => answer('whole'), (error) => answer(`${error.name}: ${error.message}`)));
  }
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (!url.href.startsWith(self.registration.scope)) return;
  if (event.request.method === 'POST' && url.search === '?/record/file') return event.respondWith(shared(event.request));
  if (event.request.method === 'GET') event.respondWith(found(event.request));
});

/** From the cache of this version; what is not there is fetched, and kept if it is part of it. */
async function found(request) {
  const cache = await caches.open(CACHE);
  const asked = request.mode === 'navigate' ? DOCUMENT : request.url;
  const kept = await cache.match(asked);
  if (kept) return kept;
  // What lies in the browser's own cache may be of another version.
  const answer = await fetch(request.mode === 'navigate' ? request : new Request(request, { cache: 'no-cache' }));
  const name = './' + request.url.slice(self.registration.scope.length);
  if (answer.ok && (REST.includes(name) || ASKED.includes(name))) await cache.put(name, answer.clone());
  return answer;
}

/** Another app shares a record with us: the page fetches it from the cache. */
async function shared(request) {
  const form = await request.formData();
  const file = form.get('record');
  const text = file && file.text ? await file.text() : String(form.get('text') || '');
  await (await caches.open(SHARED)).put(new URL('shared-record', self.registration.scope), new Response(text.slice(0, 4000000)));
  return Response.redirect('./?/record/file&shared', 303);
}
