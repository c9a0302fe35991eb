// @ts-check
// On the page to log in: nobody is logged in, so nothing that was kept for somebody stays.

export {};

/** What `service-worker.js` kept, and the worker. */
async function forget() {
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith("attest:offline:")).map((name) => caches.delete(name)));
  const registrations = (await navigator.serviceWorker?.getRegistrations?.()) ?? [];
  await Promise.all(registrations.map((each) => each.unregister()));
  document.documentElement.dataset.forgotten = "true";
}

forget().catch(() => {}); // no storage: nothing was kept
