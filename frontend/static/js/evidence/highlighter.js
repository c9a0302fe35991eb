/** Paints evidence and context on the page in the reader. A click touches a handful of elements, never all. */
import { word } from "../common/words.js";
import { createMarks } from "./marks.js";

/** @typedef {import("../types.js").ShownPage} ShownPage */

const DESCRIPTIONS = { evidence: "isEvidence", context: "isContext" };

/** @param {import("./work.js").Work} work */
export function createHighlighter(work) {
  /** @type {ShownPage|null} */
  let page = null;
  let marks = createMarks(() => []);

  /** @param {string} id */
  function paint(id) {
    const element = page?.elements.get(id);
    if (!element) return;
    const mark = marks.of(id);
    element.classList.toggle("is-evidence", mark === "evidence");
    element.classList.toggle("is-context", mark === "context");
    if (mark) element.setAttribute("aria-description", word(DESCRIPTIONS[mark]));
    else element.removeAttribute("aria-description");
  }

  function repaint() {
    const before = marks.evidence().flatMap((id) => marks.remove(id));
    const now = page ? work.activeIds().filter((id) => page?.elements.has(id)) : [];
    new Set([...before, ...now.flatMap((id) => marks.add(id))]).forEach(paint);
  }

  work.onChange(({ kind, step }) => {
    if (kind === "active" || kind === "all") repaint();
    else if (step && step.set === work.body().active_set && page?.elements.has(step.id)) {
      (step.added ? marks.add(step.id) : marks.remove(step.id)).forEach(paint);
    }
  });

  return {
    /** @param {ShownPage|null} shown */
    show(shown) {
      page = shown;
      marks = createMarks(shown ? shown.contextOf : () => []);
      repaint();
    },
  };
}
