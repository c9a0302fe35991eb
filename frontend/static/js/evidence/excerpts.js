/** The readable form of chosen elements: from the page where it is shown, else from the server when it answers. */
import { json, LoggedOut, Refused, Unreachable } from "../common/http.js";
import { excerptFromPage } from "./excerpt-from-page.js";

/** @typedef {import("../types.js").Excerpt} Excerpt */

const AGAIN_MS = 4000;
const IN_TABLES = ["cell", "header_cell"];
const MOST_IDS = 500; // the server takes no more at a time

/**
 * @param {string} url
 * @param {(changed: string[]) => void} onNews
 */
export function createExcerpts(url, onNews) {
  /** @type {Map<string, Excerpt>} */
  const known = new Map();
  /** @type {Set<string>} */
  const wanted = new Set();
  /** @type {Set<string>} the server knows no such element */
  const missing = new Set();
  let timer = 0;

  function soon(delay = 0) {
    clearTimeout(timer);
    timer = window.setTimeout(ask, delay);
  }

  async function ask() {
    const ids = [...wanted].slice(0, MOST_IDS);
    if (ids.length === 0) return;
    try {
      const answer = await json("POST", url, { ids });
      for (const excerpt of /** @type {Excerpt[]} */ (answer.excerpts)) {
        known.set(excerpt.id, excerpt);
        wantAround(excerpt);
      }
      for (const id of answer.unknown) missing.add(id);
      ids.forEach((id) => wanted.delete(id));
      if (wanted.size > 0) soon();
      onNews(ids);
    } catch (error) {
      if (error instanceof Unreachable || error instanceof LoggedOut) soon(AGAIN_MS);
      else if (!(error instanceof Refused)) throw error;
    }
  }

  /**
   * The words of its headers, each under its own id, so that a card can offer to leave one out; and of what may be added.
   * @param {Excerpt} excerpt
   */
  function wantAround({ kind, context, offered }) {
    for (const id of [...(IN_TABLES.includes(kind) ? context : []), ...(offered ?? [])]) if (!known.has(id) && !missing.has(id)) wanted.add(id);
  }

  /** @param {import("../types.js").ShownPage} page  @param {string} id */
  function readOff(page, id) {
    const excerpt = excerptFromPage(page, id);
    known.set(id, excerpt);
    wanted.delete(id);
    for (const each of [...excerpt.context, ...excerpt.offered]) {
      if (!known.has(each) && page.elements.has(each)) known.set(each, excerptFromPage(page, each));
    }
  }

  return {
    /** @param {string} id  @returns {Excerpt|null} null while nothing is known of it */
    get: (id) => known.get(id) ?? null,
    /** @param {string} id */
    isMissing: (id) => missing.has(id),
    /** What the server told elsewhere. @param {Excerpt[]} told */
    give(told) {
      for (const excerpt of told) {
        if (known.has(excerpt.id)) continue;
        known.set(excerpt.id, excerpt);
        wantAround(excerpt);
      }
      if (wanted.size > 0) soon();
    },
    /** What the server has not told yet may stand on the page that has been opened. @param {import("../types.js").ShownPage} page */
    readFrom(page) {
      const here = [...wanted].filter((id) => page.elements.has(id));
      here.forEach((id) => readOff(page, id));
      if (here.length > 0) onNews(here);
    },
    /**
     * @param {string[]} ids
     * @param {(import("../types.js").ShownPage|null)[]} pages  that they may be on
     */
    want(ids, pages) {
      for (const id of ids) {
        if (known.has(id) || missing.has(id)) continue;
        const page = pages.find((each) => each?.elements.has(id));
        if (page) readOff(page, id);
        else wanted.add(id);
      }
      if (wanted.size > 0) soon();
    },
  };
}
