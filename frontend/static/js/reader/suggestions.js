/** The lines below a search box. Pure. */

/** @typedef {import("../types.js").Suggestion} Suggestion */
/** @typedef {{kind: "page", title: string, shown: string, target: string|null, isNear: boolean}|{kind: "containing", query: string}} Option */

/**
 * @param {string} query
 * @param {Suggestion[]} suggestions
 * @returns {Option[]} pages first, full text last
 */
export function optionsFor(query, suggestions) {
  const text = query.trim();
  if (text === "") return [];
  /** @type {Option[]} */
  const pages = suggestions.map(({ title, redirect_from: from, approximate = false }) => ({
    kind: "page",
    title: from ?? title,
    shown: from ?? title,
    target: from ? title : null,
    isNear: approximate,
  }));
  return [...pages, { kind: "containing", query: text }];
}

const SIGNS = [
  /(^|\s)[-!]?(intitle|incategory|linksto|prefix):./i,
  /".+"/, // a phrase
  /\s[-!][\p{L}\p{N}]/u, // a word left out
  /\S\s+OR\s+\S/,
  /[\p{L}\p{N}]{3}\*/u, // the beginning of a word
  /[\p{L}\p{N}]~[12]?(\s|$)/u, // a word spelled almost so
];

/**
 * Whether it is meant for the full text: it has a sign of the search, and is not the name of a suggested page.
 * @param {string} text
 * @param {Option[]} options
 */
export function isQuery(text, options) {
  const name = text.normalize("NFC").toLowerCase();
  if (options.some((option) => option.kind === "page" && option.shown.normalize("NFC").toLowerCase() === name)) return false;
  return SIGNS.some((sign) => sign.test(text));
}

/** @param {number} active  -1: none  @param {number} by  @param {number} count  @returns {number} */
export function nextOption(active, by, count) {
  const next = active + by;
  if (next < -1) return count - 1;
  return next >= count ? -1 : next;
}
