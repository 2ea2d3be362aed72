// Keeps the site in the browser, so that it works without a network after the first visit.
// `pitboss site` writes SITE above this: what there is, and its checksums. Files that have not changed are not
// fetched again when a new build comes.

const CACHE = `pitboss-${SITE.build}`;
const FIRST = Object.keys(SITE.files).filter((name) => name !== "python/typst.zip");
const url = (name) => new URL(name, self.registration.scope).href;
const PAGE = url("index.html");

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll(FIRST).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("pitboss-") && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

// The typesetter is large and needed last: the page asks for it once it has shown its first answer.
self.addEventListener("message", (event) => {
  if (event.data === "keep everything") event.waitUntil(keepAll(Object.keys(SITE.files)));
});

self.addEventListener("fetch", (event) => {
  const asked = new URL(event.request.url);
  asked.hash = asked.search = "";
  const wanted = asked.href === self.registration.scope ? PAGE : asked.href;
  if (event.request.method === "GET" && wanted.startsWith(self.registration.scope)) event.respondWith(kept(wanted, event.request));
});

async function kept(wanted, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(wanted)) ?? fetch(request);
}

async function keepAll(names) {
  const cache = await caches.open(CACHE);
  for (const name of names) {
    if (await cache.match(url(name))) continue;
    await cache.put(url(name), await brought(name));
  }
}

/** A file with the right sum, which the browser checks: half a file, or an older one, is never kept. What it has from
    loading the page will do; only where that is another file the host is asked again. */
async function brought(name) {
  const integrity = `sha256-${SITE.files[name]}`;
  const answer = await fetch(url(name), { integrity }).catch(() => fetch(url(name), { integrity, cache: "reload" }));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}
