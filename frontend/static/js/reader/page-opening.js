/**
 * A browser lays a table out as a whole, which takes half a second for 10,000 cells. The server has put the later rows of
 * such a table into bodies of their own: all are there at once, and are laid out one body a frame after the first is seen.
 */

/** @param {HTMLElement} root  an article that has not been laid out yet */
export function arriveSlowly(root) {
  const later = [...root.querySelectorAll("tbody.later")];
  if (later.length === 0) return;
  root.classList.add("is-arriving");

  function next() {
    if (!root.isConnected || !root.classList.contains("is-arriving")) return;
    const body = later.shift();
    if (!body) return root.classList.remove("is-arriving");
    body.classList.remove("later");
    afterPaint(next);
  }
  afterPaint(next);
}

/** Somebody wants to see this now, wherever it stands. @param {Element} element */
export function arriveNow(element) {
  element.closest(".is-arriving")?.classList.remove("is-arriving");
}

/** @param {() => void} act */
function afterPaint(act) {
  requestAnimationFrame(() => setTimeout(act, 0));
}
