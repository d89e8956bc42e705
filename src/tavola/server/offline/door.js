// The service worker of a server's own pages. It keeps none of them: what a server shows is never an old version. It is
// there for two moments: a page is asked for and nobody answers, and another app shares a record with us.
const SHARED = `tavola ${self.registration.scope} shared`;
const TAKES = new URL('share', self.registration.scope).href;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || !request.url.startsWith(self.registration.scope)) return;
  if (request.method === 'POST' && request.url === TAKES) event.respondWith(shared(request));
  if (request.method === 'GET') event.respondWith(fetch(request).catch((error) => lost(request, error)));
});

/** Nobody answers: the page without a server, if all of it is here. */
async function lost(request, error) {
  const offline = new URL('offline/', self.registration.scope).href;
  for (const name of await caches.keys()) {
    if (!name.startsWith(`tavola ${offline} `)) continue;
    if (await (await caches.open(name)).match(new URL('whole', offline))) {
      const wanted = request.url.slice(self.registration.scope.length);
      return Response.redirect(`${offline}?/&lost=${encodeURIComponent(wanted)}`, 302);
    }
  }
  throw error;
}

/** The page fetches it from the cache. */
async function shared(request) {
  const form = await request.formData();
  const file = form.get('record');
  const text = file && file.text ? await file.text() : String(form.get('text') || '');
  await (await caches.open(SHARED)).put(new URL('shared-record', self.registration.scope), new Response(text.slice(0, 4000000)));
  return Response.redirect(new URL('record/file?shared', self.registration.scope), 303);
}
