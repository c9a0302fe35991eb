/** The lines below a search box. Pure. */

/** @typedef {import("../types.js").Suggestion} Suggestion */
/** @typedef {{kind: "page", title: string, shown: string, target: string|null}|{kind: "containing", query: string}} Option */

/**
 * @param {string} query
 * @param {Suggestion[]} suggestions
 * @returns {Option[]} pages first, full text last
 */
export function optionsFor(query, suggestions) {
  const text = query.trim();
  if (text === "") return [];
  /** @type {Option[]} */
  const pages = suggestions.map(({ title, redirect_from: from }) => ({
    kind: "page",
    title: from ?? title,
    shown: from ?? title,
    target: from ? title : null,
  }));
  return [...pages, { kind: "containing", query: text }];
}

/** @param {number} active  -1: none  @param {number} by  @param {number} count  @returns {number} */
export function nextOption(active, by, count) {
  const next = active + by;
  if (next < -1) return count - 1;
  return next >= count ? -1 : next;
}
