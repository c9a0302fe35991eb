/**
 * Where on a page the snippet of a search hit stands. The index knows words and headings but no elements, so the words
 * are looked for in the section of that name: a snippet is a piece of one sentence or item, or the cells of one row.
 */
import { textOf } from "../common/element-text.js";
import { folded } from "./find-text.js";

/** @typedef {{section: string, snippet: string, words: string[]}} HitPlace */
/** @typedef {import("../types.js").ShownPage} ShownPage */

const BETWEEN_CELLS = " | "; // as search/documents.py joins them

/** @param {HTMLAnchorElement} link  of a search result  @returns {HitPlace|null} null for any other link */
export function hitPlace(link) {
  const snippet = link.closest(".hit")?.querySelector(".hit-snippet");
  if (!snippet) return null;
  return {
    section: plain(link.dataset.section ?? ""),
    snippet: plain(snippet.textContent ?? "").replace(/^…|…$/g, "").trim(),
    words: [...snippet.querySelectorAll("mark")].map((mark) => plain(mark.textContent ?? "")),
  };
}

/** @param {ShownPage} page  @param {HitPlace} place  @returns {HTMLElement|null} its heading when the words are not found; null in an introduction */
export function findHit(page, { section, snippet, words }) {
  if (snippet === "") return null;
  for (const element of elementsIn(page, section)) {
    const row = element.matches("td, th") ? element.closest("tr") : null;
    if (row === null ? plain(textOf(element)).includes(snippet) : rowText(row).includes(snippet)) {
      return row === null ? element : fittest(row, words);
    }
  }
  return headingNamed(page, section);
}

/** @param {ShownPage} page  @param {string} name  folded  @returns {HTMLElement|null} */
export function headingNamed(page, name) {
  for (const element of page.elements.values()) {
    if (isHeading(element) && plain(textOf(element)) === plain(name)) return element;
  }
  return null;
}

/** What can be chosen below the headings of this name; before the first one, for "". @param {ShownPage} page  @param {string} section */
function* elementsIn(page, section) {
  let isWithin = section === "";
  /** @type {Element|null} */
  let seen = null; // a row is looked at once
  for (const element of page.elements.values()) {
    if (isHeading(element)) isWithin = plain(textOf(element)) === section;
    const own = element.matches("td, th") ? element.closest("tr") : element;
    if (isWithin && own !== seen && element.matches(".citable")) yield element;
    seen = own;
  }
}

/** @param {HTMLTableRowElement} row  @param {string[]} words  @returns {HTMLElement} its cell with most of the words */
function fittest(row, words) {
  const met = (/** @type {HTMLTableCellElement} */ cell) => words.filter((word) => plain(textOf(cell)).includes(word)).length;
  return [...row.cells].reduce((best, cell) => (met(cell) > met(best) ? cell : best));
}

/** @param {HTMLTableRowElement} row */
function rowText(row) {
  return [...row.cells].map((cell) => plain(textOf(cell))).filter((text) => text !== "").join(BETWEEN_CELLS);
}

/** @param {HTMLElement} element */
function isHeading(element) {
  return /^H[2-6]$/.test(element.tagName);
}

/** @param {string} text */
function plain(text) {
  return folded(text.normalize("NFC")).replace(/ +/g, " ").trim();
}
