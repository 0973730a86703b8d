// Files from the cache: the page itself, so that it works without a net, and the game that was made last.
const SHELL = "cavewright-VERSION";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("cavewright-") && ![SHELL, "cavewright-play"].includes(name)) await caches.delete(name);
  await self.clients.claim();
})()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith((async () => {
    const kept = await caches.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    if (url.pathname.includes("/play/")) return new Response("", { status: 404 });
    const made = await fetch(event.request);
    if (made.ok) (await caches.open(SHELL)).put(event.request, made.clone());
    return made;
  })());
});
