// Keeps the files of this page for when there is no network. While there is one, each file is asked of it, so nothing is stale;
// without one all files are those of one version, since a version is kept whole or not at all.
const VERSION = "VERSION", FILES = [];
const MINE = `cavewright ${registration.scope} `, NOW = MINE + VERSION;

addEventListener("install", (event) => {
  const keep = async () => (await caches.open(NOW)).addAll(FILES.map((each) => new Request(each, { cache: "reload" })));
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith(MINE) && name !== NOW) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.href.startsWith(registration.scope)) return;
  const kept = async (error) => {
    const name = request.mode === "navigate" ? new URL("index.html", registration.scope).href : url.origin + url.pathname;
    const found = await (await caches.open(NOW)).match(name);
    if (!found) throw error;
    return found;
  };
  event.respondWith(fetch(url.href, { cache: "no-cache", credentials: request.credentials, redirect: request.redirect }).catch(kept));
});
