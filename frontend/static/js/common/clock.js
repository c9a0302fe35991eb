/**
 * Two clocks from the assignment's `start`, which the server wrote: one that goes on, and one that stops while the page
 * is hidden. `performance.now` and not the time of day: someone may set that back. Pure but for what it is given.
 */

/** @typedef {ReturnType<typeof createClock>} Clock */

/**
 * @param {number} elapsed  seconds that had passed when the page was made
 * @param {number} [active]  of these, with the page in sight
 * @param {{now?: () => number, page?: Pick<Document, "hidden"|"addEventListener">}} [parts]  `now` in milliseconds
 */
export function createClock(elapsed, active = 0, { now = () => performance.now(), page = document } = {}) {
  let seen = 0; // milliseconds, up to `since`
  /** @type {number|null} */
  let since = page.hidden ? null : 0;

  page.addEventListener("visibilitychange", () => {
    if (page.hidden && since !== null) {
      seen += now() - since;
      since = null;
    } else if (!page.hidden) since ??= now();
  });

  /** @param {number} milliseconds */
  const rounded = (milliseconds) => Math.round(milliseconds) / 1000;
  return {
    /** Seconds since `start`. */
    wall: () => rounded(elapsed * 1000 + now()),
    /** Of these, those in which the page was in sight. */
    active: () => rounded(active * 1000 + seen + (since === null ? 0 : now() - since)),
  };
}
