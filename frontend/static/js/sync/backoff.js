/** How long to wait before trying again: doubling, with a little chance so that not everybody comes at once. Pure. */

const FIRST_MS = 1000;
const LONGEST_MS = 20_000;

/** @param {number} failures  in a row, at least 1  @param {number} chance  0 to 1 */
export function backoff(failures, chance = Math.random()) {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.8 + 0.4 * chance);
}
