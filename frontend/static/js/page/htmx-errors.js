// @ts-check
// A list that cannot be fetched in place is loaded as a page: there one sees why (logged out, server gone).

/** @typedef {{xhr: XMLHttpRequest, shouldSwap: boolean, pathInfo: {finalRequestPath: string}}} Swap */

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const swap = /** @type {Swap} */ (event.detail);
  const asked = new URL(swap.pathInfo.finalRequestPath, location.href);
  const answered = new URL(swap.xhr.responseURL, location.href);
  if (swap.xhr.status < 400 && asked.pathname === answered.pathname) return;
  swap.shouldSwap = false;
  location.assign(asked);
});
