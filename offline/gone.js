// In the service worker's place while scripts/serve shows a page that changes all the time: gives back what a published page has
// kept at this address, and ends.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const leave = async () => {
    const scope = self.registration.scope;
    const isOwn = (name) => name.endsWith(scope) || ["python", "gpu"].some((group) => name.startsWith(`policy-lab-${group} ${scope} `));
    const own = (await caches.keys()).filter(isOwn);
    await Promise.all(own.map((name) => caches.delete(name)));
    await self.registration.unregister();
    for (const client of await self.clients.matchAll({ type: "window" })) client.navigate(client.url);
  };
  event.waitUntil(leave());
});
