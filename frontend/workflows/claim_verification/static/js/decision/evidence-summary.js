/**
 * A whole evidence set laid out to be read once more: by page, cells under their headers, what was dropped struck out, what
 * was added named, joined sentences as one.
 */
import { make, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { joinedGroups } from "../evidence/cell-groups.js";
import { headersOf } from "../evidence/headers.js";

/** @typedef {import("../types.js").Excerpt} Excerpt */
/** @typedef {import("../evidence/headers.js").Header} Header */
/** @typedef {(id: string) => Excerpt|null} ExcerptOf */

/**
 * @param {string[]} ids
 * @param {Record<"dropped"|"added"|"joined", import("../types.js").Refinement>} refined
 * @param {ExcerptOf} excerptOf
 * @returns {HTMLElement}
 */
export function evidenceSummary(ids, { dropped, added, joined }, excerptOf) {
  /** @type {Map<string, HTMLElement[]>} */
  const places = new Map();
  const chains = joinedGroups(ids, (id) => joined[id]?.[0] ?? null);
  for (const id of ids) {
    const together = chains.get(id) ?? [id];
    if (together[0] !== id) continue;
    const excerpt = excerptOf(id);
    const where = excerpt ? [excerpt.page, ...excerpt.sections].map(shown).join(" › ") : word("unknownPlace");
    const text = together.map((each) => excerptOf(each)?.text ?? each).join(" ");
    const piece = excerpt ? pieceOf({ ...excerpt, text }, dropped[id] ?? [], excerptOf) : make("p", {}, shown(id));
    const more = addedLine([...new Set(together.flatMap((each) => added[each] ?? []))], excerptOf);
    places.set(where, [...(places.get(where) ?? []), piece, ...more]);
  }
  const groups = [...places].map(([where, pieces]) =>
    make("div", { class: "summary-place" }, make("p", { class: "summary-path" }, where), ...pieces),
  );
  return make("div", { class: "summary" }, ...groups);
}

/** @param {string[]} added  @param {ExcerptOf} excerptOf */
function addedLine(added, excerptOf) {
  if (added.length === 0) return [];
  const words = added.flatMap((id) => [" ", make("ins", {}, shown(excerptOf(id)?.text || id))]);
  return [make("p", { class: "summary-added" }, word("addedContext"), ...words)];
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
  const table = make("table", { class: "summary-table" }, ...heads, row);
  if (!caption) return table;
  table.setAttribute("aria-label", shown(caption)); // a caption would be as narrow as the cell
  return make("div", {}, make("p", { class: "summary-caption" }, shown(caption)), table);
}

/** @param {Header} header  @param {Set<string>} dropped */
function headerCell({ id, text }, dropped) {
  if (id === null || !dropped.has(id)) return make("th", {}, shown(text));
  const said = make("span", { class: "visually-hidden" }, `${word("leftOut")} `);
  return make("th", { class: "is-dropped" }, said, make("del", {}, shown(text)));
}
