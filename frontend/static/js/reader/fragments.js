/**
 * Pages and result lists from the server. A corpus never changes, so the last ones are kept: going back is
 * instant, and works while the server is away.
 */
import { fragment } from "../common/http.js";

/** @typedef {{found: boolean, html: string, lasting: boolean}} Fragment */

const KEPT = 24;
const KEPT_CHARACTERS = 12_000_000;

/** @param {{read: string, find: string}} addresses */
export function createFragments(addresses) {
  /** @type {Map<string, Fragment>} */
  const kept = new Map();
  /** @type {AbortController|null} */
  let running = null;

  /** @param {string} url  @param {Fragment} fetched */
  function keep(url, fetched) {
    kept.delete(url);
    kept.set(url, fetched);
    let size = [...kept.values()].reduce((sum, { html }) => sum + html.length, 0);
    for (const [oldest, { html }] of kept) {
      if (oldest === url || (kept.size <= KEPT && size <= KEPT_CHARACTERS)) break;
      kept.delete(oldest);
      size -= html.length;
    }
  }

  return {
    /** What is on its way is not wanted any more. */
    giveUp: () => running?.abort(),
    /** @param {import("../types.js").Place} place  @returns {Promise<Fragment|null>} null when a later call overtook it */
    async get(place) {
      running?.abort();
      const mine = (running = new AbortController());
      const url = addressOf(addresses, place);
      try {
        const fetched = kept.get(url) ?? (await fragment(url, mine.signal));
        if (mine.signal.aborted) return null;
        if (fetched.lasting) keep(url, fetched);
        return fetched;
      } catch (error) {
        if (mine.signal.aborted) return null;
        throw error;
      }
    },
  };
}

/** @param {{read: string, find: string}} addresses  @param {import("../types.js").Place} place */
function addressOf(addresses, { title, search, page, typed }) {
  if (typed !== undefined) return `${addresses.find}?${new URLSearchParams({ q: typed, go: "1" })}`;
  if (title !== undefined) return `${addresses.read}?${new URLSearchParams({ title })}`;
  return `${addresses.find}?${new URLSearchParams({ q: search ?? "", page: String(page ?? 1) })}`;
}
