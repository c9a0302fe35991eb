/**
 * What a model suggests for this claim, and what of it may be seen now. It asks nobody and paints nothing: an annotator of the
 * arm "after their own first selection" has chosen something by themselves before the first of it is seen. No DOM.
 */
import { keptOf } from "./draft-suggestions.js";

/** @typedef {import("../types.js").SuggestedEvidence} SuggestedEvidence */
/** @typedef {ReturnType<typeof createSuggested>} Suggested */

/** @param {Pick<import("../evidence/work.js").Work, "body"|"noteSuggestions">} work */
export function createSuggested(work) {
  /** @type {Map<string, SuggestedEvidence>} by element, best first */
  let all = new Map();
  /** @type {"never"|"after_first"|"at_once"} */
  let show = "never";
  let begun = keptOf(work.body()).begun || hasChosen();

  function hasChosen() {
    return work.body().sets.some((ids) => ids.length > 0);
  }

  /** Kept, so that whoever takes everything out again and comes back tomorrow finds the same. */
  function keepBegun() {
    if (begun && show === "after_first" && !keptOf(work.body()).begun) work.noteSuggestions({ begun });
  }

  const isOpen = () => all.size > 0 && (show === "at_once" || (show === "after_first" && begun));
  /** @param {string} id */
  const isDismissed = (id) => keptOf(work.body()).dismissed.includes(id);
  /** @param {string} id  @returns {SuggestedEvidence|null} null: not suggested, not to be seen yet, or postponed */
  function visible(id) {
    const found = all.get(id);
    return found && isOpen() && !isDismissed(id) ? found : null;
  }

  return {
    /** @param {import("../types.js").SuggestionsAnswer} answer */
    take(answer) {
      show = answer.show;
      all = new Map(answer.state === "ready" ? answer.suggestions.map((each) => [each.element_id, each]) : []);
      keepBegun();
    },
    isOpen,
    visible,
    /** @param {string} id */
    has: (id) => visible(id) !== null,
    /** @returns {SuggestedEvidence[]} */
    list: () => (isOpen() ? [...all.values()].filter(({ element_id: id }) => !isDismissed(id)) : []),
    ids: () => (isOpen() ? [...all.keys()] : []),

    /**
     * The annotator has chosen something. To be called after the change was logged: what was chosen first was not suggested.
     * @param {import("../types.js").Change} change
     * @returns {boolean} whether suggestions may be seen only from now on
     */
    hear(change) {
      const chose = change.kind === "evidence" && change.steps.some(({ added }) => added);
      const before = isOpen();
      begun ||= chose || (change.kind === "all" && (keptOf(work.body()).begun || hasChosen()));
      if (chose) keepBegun();
      return isOpen() && !before;
    },

    /**
     * The operation that says that this change takes a suggestion over: one element that could be seen as suggested, chosen by
     * itself. A row that holds it was somebody's own idea.
     * @param {import("../types.js").Change} change
     * @returns {import("../sync/operations.js").Entry[]}
     */
    accepted(change) {
      if (change.kind !== "evidence" || change.steps.length !== 1 || change.why || change.by === "undo") return [];
      const [{ id, set, added }] = change.steps;
      const suggestion = added ? visible(id) : null;
      if (!suggestion) return [];
      const { rank, stage } = suggestion;
      return [{ name: "suggestion-accepted", value: id, detail: { rank, stage, set } }];
    },
  };
}
