/** A whole evidence set laid out to be read once more: by page, cells under their headers. */
import { make, shown } from "../common/dom.js";
import { word } from "../common/words.js";

/** @typedef {import("../types.js").Excerpt} Excerpt */

/**
 * @param {string[]} ids
 * @param {(id: string) => Excerpt|null} excerptOf
 * @returns {HTMLElement}
 */
export function evidenceSummary(ids, excerptOf) {
  /** @type {Map<string, HTMLElement[]>} */
  const places = new Map();
  for (const id of ids) {
    const excerpt = excerptOf(id);
    const where = excerpt ? [excerpt.page, ...excerpt.sections].map(shown).join(" › ") : word("unknownPlace");
    places.set(where, [...(places.get(where) ?? []), excerpt ? piece(excerpt) : make("p", {}, shown(id))]);
  }
  const groups = [...places].map(([where, pieces]) =>
    make("div", { class: "summary-place" }, make("p", { class: "summary-path" }, where), ...pieces),
  );
  return make("div", { class: "summary" }, ...groups);
}

/** @param {Excerpt} excerpt */
function piece(excerpt) {
  return excerpt.row_headers.length + excerpt.column_headers.length > 0 ? smallTable(excerpt) : plainPiece(excerpt);
}

/** @param {Excerpt} excerpt */
function plainPiece({ caption, text }) {
  const table = caption ? make("span", { class: "summary-caption" }, shown(caption), ": ") : null;
  return make("p", { class: "summary-text" }, table, make("mark", {}, shown(text || word("emptyCell"))));
}

/** The cell where a table would show it: under its column headers, right of its row headers. @param {Excerpt} excerpt */
function smallTable({ caption, column_headers: columns, row_headers: rows, text }) {
  const corner = () => make("td", { colspan: String(rows.length), class: "summary-corner" });
  const heads = columns.map((header) => make("tr", {}, rows.length > 0 ? corner() : null, make("th", {}, shown(header))));
  const row = make(
    "tr",
    {},
    ...rows.map((header) => make("th", {}, shown(header))),
    make("td", {}, make("mark", {}, shown(text || word("emptyCell")))),
  );
  return make("table", { class: "summary-table" }, caption ? make("caption", {}, shown(caption)) : null, ...heads, row);
}
