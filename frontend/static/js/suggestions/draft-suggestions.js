/** What of the suggestions a draft keeps. A draft of another version has none of it, or something else there. Pure. */

/** @typedef {import("../types.js").KeptSuggestions} KeptSuggestions */

/** @param {{suggested?: unknown}} body  @returns {KeptSuggestions} */
export function keptOf({ suggested }) {
  const { begun, shown, dismissed } = /** @type {{begun?: unknown, shown?: unknown, dismissed?: unknown}} */ (suggested ?? {});
  return { begun: begun === true, shown: ids(shown), dismissed: ids(dismissed) };
}

/** @param {KeptSuggestions} kept  @param {string} id  @param {boolean} dismissed  @returns {KeptSuggestions} */
export function withDismissed(kept, id, dismissed) {
  const others = kept.dismissed.filter((each) => each !== id);
  return { ...kept, dismissed: dismissed ? [...others, id] : others };
}

/** @param {unknown} value  @returns {string[]} */
function ids(value) {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
