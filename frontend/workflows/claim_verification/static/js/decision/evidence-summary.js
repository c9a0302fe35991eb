/** A whole evidence set laid out to be read once more: by page, cells under their headers, what was dropped struck out. */
import { make, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { headersOf } from "../evidence/headers.js";

/** @typedef {import("../types.js").Excerpt} Excerpt */
/** @typedef {import("../evidence/headers.js").Header} Header */
/** @typedef {(id: string) => Excerpt|null} ExcerptOf */

/**
 * @param {string[]} ids
 * @param {Record<string, string[]>} dropped  element -> what was dropped of its context
 * @param {ExcerptOf} excerptOf
 * @returns {HTMLElement}
 */
export function evidenceSummary(ids, dropped, excerptOf) {
  /** @type {Map<string, HTMLElement[]>} */
  const places = new Map();
  for (const id of ids) {
    const excerpt = excerptOf(id);
    const where = excerpt ? [excerpt.page, ...excerpt.sections].map(shown).join(" › ") : word("unknownPlace");
    const piece = excerpt ? pieceOf(excerpt, dropped[id] ?? [], excerptOf) : make("p", {}, shown(id));
    places.set(where, [...(places.get(where) ?? []), piece]);
  }
  const groups = [...places].map(([where, pieces]) =>
    make("div", { class: "summary-place" }, make("p", { class: "summary-path" }, where), ...pieces),
  );
  return make("div", { class: "summary" }, ...groups);
}

/** @param {Excerpt} excerpt  @param {string[]} dropped  @param {ExcerptOf} excerptOf */
function pieceOf(excerpt, dropped, excerptOf) {
  const headers = headersOf(excerpt, excerptOf);
  if (headers.length === 0) return plainPiece(excerpt);
  const placed = new Set(headers.map(({ id }) => id));
  const others = dropped.filter((id) => !placed.has(id));
  const table = smallTable(excerpt, headers, new Set(dropped));
  if (others.length === 0) return table;
  const struck = others.flatMap((id) => [" ", make("del", {}, shown(excerptOf(id)?.text || id))]);
  return make("div", {}, table, make("p", { class: "summary-dropped" }, word("leftOut"), ...struck));
}

/** @param {Excerpt} excerpt */
function plainPiece({ caption, text }) {
  const table = caption ? make("span", { class: "summary-caption" }, shown(caption), ": ") : null;
  return make("p", { class: "summary-text" }, table, make("mark", {}, shown(text || word("emptyCell"))));
}

/**
 * The cell where a table would show it: under its column headers, right of its row headers.
 * @param {Excerpt} excerpt  @param {Header[]} headers  @param {Set<string>} dropped
 */
function smallTable({ caption, text }, headers, dropped) {
  const rows = headers.filter(({ way }) => way === "row");
  const columns = headers.filter(({ way }) => way === "column");
  const corner = () => make("td", { colspan: String(rows.length), class: "summary-corner" });
  /** @param {Header} header */
  const head = (header) => headerCell(header, dropped);
  const heads = columns.map((header) => make("tr", {}, rows.length > 0 ? corner() : null, head(header)));
  const cell = make("td", {}, make("mark", {}, shown(text || word("emptyCell"))));
  const row = make("tr", {}, ...rows.map(head), cell);
  return make("table", { class: "summary-table" }, caption ? make("caption", {}, shown(caption)) : null, ...heads, row);
}

/** @param {Header} header  @param {Set<string>} dropped */
function headerCell({ id, text }, dropped) {
  if (id === null || !dropped.has(id)) return make("th", {}, shown(text));
  const said = make("span", { class: "visually-hidden" }, `${word("leftOut")} `);
  return make("th", { class: "is-dropped" }, said, make("del", {}, shown(text)));
}
