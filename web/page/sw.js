//! Service worker of the static site: it keeps a complete copy of the site for use without a network.
//! The network comes first, so a new version shows at once. `web/build` writes `files.js`: the version and all files.

importScripts("files.js");

const { version, files } = self.site;
/** Names of the copies of this site; other sites may share its origin. */
const OWN = `mankala ${self.registration.scope} `;
const copy = OWN + version;

/** Keeps the whole site. */
async function keep() {
  const cache = await caches.open(copy);
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
}

/** Removes the copies of other versions, and serves pages that are already open. */
async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== copy);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The response of the network, else the copy. */
async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(copy)).match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
