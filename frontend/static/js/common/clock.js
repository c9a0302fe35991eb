/**
 * Seconds since the assignment's `start`, which the server wrote.
 * `performance.now` and not the wall clock: someone may set that back.
 *
 * @param {number} elapsed  seconds that had passed when the page was made
 * @param {() => number} [now]  milliseconds
 */
export function createClock(elapsed, now = () => performance.now()) {
  return () => Math.round(elapsed * 1000 + now()) / 1000;
}
