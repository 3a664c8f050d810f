// Keeps the files of this page, all of one version, so that it works without a network.
//
// What the page needs at once is fetched while this script is installed; the larger rest follows, and is fetched on demand until
// then. Files are kept by version: an open page keeps using all of its own, and a new version takes over when the last page of
// the old one is closed or loaded again.

const VERSION = "@VERSION@";
const FIRST = @FIRST@;
const REST = @REST@;

const ours = `hueco ${self.registration.scope} `;
const cacheName = ours + VERSION;

/** Past the browser's own cache, which may hold files of another version. */
const fresh = (name) => new Request(name, { cache: "reload" });

async function keep(names) {
  const cache = await caches.open(cacheName);
  await cache.addAll(names.map(fresh));
}

self.addEventListener("install", (event) => event.waitUntil(keep(FIRST)));

self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(ours) && name !== cacheName) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(forget());
  keep(REST).catch(() => {
    // Without a network: what is missing is fetched when it is asked for.
  });
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(event.request));
});

// A page that is loaded again when the new version has taken over, at the latest after two seconds, and once more where that does not
// lead away from it. A header that asks to be loaded again would not do: with a place after `#` the address is already the one to go to.
const AGAIN = `<!doctype html><link rel="icon" href="data:,"><script>
  const look = async (left) => {
    const own = await navigator.serviceWorker.getRegistration();
    if (own?.waiting && left > 0) return setTimeout(look, 50, left - 1);
    location.reload();
    setTimeout(look, 2000, 0);
  };
  look(40);
</script>`;

async function answer(request) {
  const waiting = self.registration.waiting;
  if (request.mode === "navigate" && waiting && (await self.clients.matchAll()).length < 2) {
    waiting.postMessage("take over");
    return new Response(AGAIN, { headers: { "content-type": "text/html" } });
  }
  const cache = await caches.open(cacheName);
  const plain = new URL(request.url);
  plain.hash = plain.search = "";
  if (plain.pathname.endsWith("/")) plain.pathname += "index.html";
  const kept = await cache.match(plain.href);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && REST.some((name) => new URL(name, self.registration.scope).href === plain.href)) cache.put(plain.href, response.clone());
  return response;
}
