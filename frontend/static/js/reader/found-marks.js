/**
 * Marks found words without touching the page: CSS custom highlights, or the selection where there are none. Of very
 * many, those near what is seen: a letter stands 100,000 times on a long page, and each mark costs.
 */
import { atBottom, atTop, countBefore } from "./in-view.js";
import { lastUpTo } from "./text-index.js";

/** @typedef {import("./text-index.js").TextIndex} TextIndex */

const FEW = 2_000; // all are marked
const AROUND = 300; // beyond what is seen, to either side

/** @param {HTMLElement} scroller */
export function createFoundMarks(scroller) {
  /** @type {TextIndex|null} */
  let index = null;
  /** @type {number[]} */
  let hits = [];
  let length = 0;
  /** @type {Range|null} */
  let chosen = null;
  let asked = 0;

  /** @param {number} number */
  function rangeOf(number) {
    return index && number in hits ? index.range(hits[number], hits[number] + length) : null;
  }

  /** @param {Element[]} places  @returns {number[]} the hits before each of them */
  function hitsBefore(places) {
    return places.map((place) => {
      const node = index ? countBefore(index.nodes, place) : 0;
      const start = index?.starts[node] ?? Infinity;
      return start === Infinity ? hits.length : hits.length && hits[0] < start ? lastUpTo(hits, start - 1) + 1 : 0;
    });
  }

  /** The number of the first hit that is seen or comes after what is; of all, if nothing is seen. */
  function firstSeen() {
    const before = hitsBefore(atTop(scroller));
    return before.length > 0 ? Math.min(...before) : 0;
  }

  function paint() {
    asked = 0;
    let [from, to] = [0, hits.length];
    if (hits.length > FEW) {
      from = Math.max(0, firstSeen() - AROUND);
      to = Math.max(...hitsBefore(atBottom(scroller)), from) + AROUND;
    }
    const ranges = hits.slice(from, to).flatMap((_, at) => rangeOf(from + at) ?? []);
    if (typeof Highlight === "undefined" || !CSS.highlights) return select(chosen);
    CSS.highlights.set("found", new Highlight(...ranges));
    const one = new Highlight(...(chosen ? [chosen] : []));
    one.priority = 1;
    CSS.highlights.set("found-current", one);
  }

  scroller.addEventListener("scroll", () => {
    if (hits.length > FEW) asked ||= requestAnimationFrame(paint);
  });

  return {
    /** @param {TextIndex|null} text  @param {number[]} starts  @param {number} long */
    show(text, starts, long) {
      [index, hits, length, chosen] = [text, starts, long, null];
      paint();
    },
    /** @param {number} number  @returns {Range|null} */
    choose(number) {
      chosen = rangeOf(number);
      paint();
      return chosen;
    },
    /** @returns {Range|null} the one that was gone to */
    chosen: () => chosen,
    /** The first hit that is not above what the person is looking at. */
    firstBelow() {
      const first = firstSeen();
      return first < hits.length ? first : 0;
    },
  };
}

/** @param {Range|null} range */
function select(range) {
  const selection = getSelection();
  selection?.removeAllRanges();
  if (range) selection?.addRange(range);
}
