/**
 * Which suggestions a person really had before their eyes, as a card or as a mark on the page: said once for each, since what was
 * never seen was not ignored either.
 */
import { keptOf } from "./draft-suggestions.js";

const LONG_ENOUGH_MS = 600; // scrolling past is not seeing
const HALF = 0.5;

/**
 * @param {Object} parts
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {import("./suggested.js").Suggested} parts.suggested
 * @param {Pick<import("../sync/operations.js").Log, "writeAll">} parts.log
 * @param {() => boolean} parts.mayWrite
 */
export function createSeen({ work, suggested, log, mayWrite }) {
  /** @type {WeakMap<Element, string>} */
  const idOf = new WeakMap();
  /** @type {Map<Element, number>} in view, with the timer that will say so */
  const waiting = new Map();

  /** @param {string} id */
  const isNew = (id) => suggested.has(id) && !keptOf(work.body()).shown.includes(id);

  /** @param {Element} element */
  function seen(element) {
    waiting.delete(element);
    observer.unobserve(element);
    const suggestion = suggested.visible(idOf.get(element) ?? "");
    if (document.hidden) return observer.observe(element); // says so again when the page is back
    if (!suggestion || !isNew(suggestion.element_id) || !mayWrite()) return;
    const { element_id: id, rank, stage } = suggestion;
    log.writeAll([{ name: "suggestion-shown", value: id, detail: { rank, stage } }]);
    work.noteSuggestions({ shown: [...keptOf(work.body()).shown, id] });
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        clearTimeout(waiting.get(target));
        waiting.delete(target);
        if (intersectionRatio >= HALF) waiting.set(target, window.setTimeout(() => seen(target), LONG_ENOUGH_MS));
      }
    },
    { threshold: [0, HALF] },
  );

  return {
    /** @param {string} id  @param {Element|undefined} element  its card, or itself on the page */
    watch(id, element) {
      if (!element || !isNew(id)) return;
      idOf.set(element, id);
      observer.observe(element);
    },
    /** Elements of a page that has gone are not kept. */
    forget() {
      waiting.forEach((timer) => clearTimeout(timer));
      waiting.clear();
      observer.disconnect();
    },
  };
}
