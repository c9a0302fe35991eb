/** Has the service worker of this person and version keep the workspace for when there is no network. */

/** @param {HTMLElement} root  `data-offline`: address of the worker */
export async function keepForOffline(root) {
  const address = root.dataset.offline;
  if (!address || !navigator.serviceWorker) return; // only over TLS or on this computer
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.kept !== undefined) root.dataset.keptOffline = "true";
  });
  if (navigator.serviceWorker.controller?.scriptURL === new URL(address, location.href).href) {
    root.dataset.keptOffline = "already"; // the page and its scripts came through the worker: they are not fetched again
    return;
  }
  try {
    await navigator.serviceWorker.register(address);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: [location.href, ...loaded()] });
  } catch {
    // Storage is switched off: the workspace works, but cannot be opened without a network.
  }
}

/** Scripts, styles and articles of this page. @returns {string[]} */
function loaded() {
  return performance.getEntriesByType("resource").flatMap(({ name }) => (name.startsWith(location.origin) ? [name] : []));
}
