/** Paints evidence, context and what is suggested on the page in the reader. A click touches a handful of elements, never all. */
import { word } from "../common/words.js";
import { createMarks } from "./marks.js";

/** @typedef {import("../types.js").ShownPage} ShownPage */

/**
 * @param {import("./work.js").Work} work
 * @param {Pick<import("../suggestions/suggested.js").Suggested, "has"|"ids">} suggested
 */
export function createHighlighter(work, suggested) {
  /** @type {ShownPage|null} */
  let page = null;
  let marks = createMarks(() => []);

  /** @param {string} id */
  function paint(id) {
    const element = page?.elements.get(id);
    if (!element) return;
    const { evidence, context } = marks.of(id);
    element.classList.toggle("is-evidence", evidence);
    element.classList.toggle("is-context", context);
    const also = suggested.has(id);
    element.classList.toggle("is-suggested", also);
    const said = wordFor(evidence, context, also);
    if (said) element.setAttribute("aria-description", word(said));
    else element.removeAttribute("aria-description");
  }

  /** @param {string[]} ids */
  function paintAll(ids) {
    new Set(ids).forEach(paint);
  }

  /** @param {string} id  what is still needed to understand it */
  function contextOf(id) {
    const context = page?.contextOf(id) ?? [];
    const [dropped, added] = [work.droppedOf(id), work.addedTo(id)];
    const left = dropped.length > 0 ? context.filter((each) => !dropped.includes(each)) : context;
    return added.length > 0 ? [...left, ...added] : left;
  }

  function repaint() {
    const before = marks.evidence().flatMap((id) => marks.remove(id));
    const now = page ? work.activeIds().filter((id) => page?.elements.has(id)) : [];
    paintAll([...before, ...now.flatMap((id) => marks.add(id))]);
  }

  work.onChange((change) => {
    const active = work.body().active_set;
    if (change.kind === "active" || change.kind === "all") repaint();
    else if (change.kind === "evidence") {
      const here = change.steps.filter(({ set, id }) => set === active && page?.elements.has(id));
      paintAll(here.flatMap(({ id, added }) => (added ? marks.add(id) : marks.remove(id))));
    } else if (change.kind === "dropped" || change.kind === "added") {
      const of = new Set(change.steps.filter(({ set }) => set === active).map((step) => step.of));
      paintAll([...of].flatMap((id) => marks.renew(id)));
    }
  });

  return {
    /** @param {ShownPage|null} shown */
    show(shown) {
      page = shown;
      marks = createMarks(contextOf);
      repaint();
      paintAll(suggested.ids());
    },
    /** @param {string[]} ids  that have come to be suggested, or are no longer */
    repaint: paintAll,
  };
}

/** @param {boolean} evidence  @param {boolean} context  @param {boolean} also  suggested  @returns {string|null} */
function wordFor(evidence, context, also) {
  if (evidence) return context ? "isBoth" : "isEvidence";
  if (also) return context ? "isContextSuggested" : "isSuggested";
  return context ? "isContext" : null;
}
