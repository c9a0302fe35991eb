/**
 * A whole evidence set laid out to be read once more: by page, cells under their headers, what was dropped struck out, what
 * was added named, joined sentences as one.
 */
import { make, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { joinedGroups } from "../evidence/cell-groups.js";
import { headersOf } from "../evidence/headers.js";
import { gridOf, placeOf, tablesOf } from "./summary-grid.js";

/** @typedef {import("../types.js").Excerpt} Excerpt */
/** @typedef {import("../evidence/headers.js").Header} Header */
/** @typedef {(id: string) => Excerpt|null} ExcerptOf */

/** @typedef {{where: string, draw: () => HTMLElement[], cell: import("./summary-grid.js").SummaryCell|null}} Piece */

/**
 * @param {string[]} ids
 * @param {Record<"dropped"|"added"|"joined", import("../types.js").Refinement>} refined
 * @param {ExcerptOf} excerptOf
 * @returns {HTMLElement}
 */
export function evidenceSummary(ids, { dropped, added, joined }, excerptOf) {
  const chains = joinedGroups(ids, (id) => joined[id]?.[0] ?? null);
  const pieces = ids.flatMap((id) => {
    const together = chains.get(id) ?? [id];
    if (together[0] !== id) return [];
    const words = together.map((each) => excerptOf(each)?.text ?? each).join(" ");
    const more = [...new Set(together.flatMap((each) => added[each] ?? []))];
    return [pieceOf(id, words, dropped[id] ?? [], more, excerptOf)];
  });
  /** @type {Map<string, Piece[]>} */
  const places = new Map();
  for (const piece of pieces) places.set(piece.where, [...(places.get(piece.where) ?? []), piece]);
  const groups = [...places].map(([where, there]) =>
    make("div", { class: "summary-place" }, make("p", { class: "summary-path" }, where), ...drawn(there)),
  );
  return make("div", { class: "summary" }, ...groups);
}

/** Cells of one table as one table, where the first of them is. @param {Piece[]} pieces */
function drawn(pieces) {
  const tables = tablesOf(pieces.flatMap(({ cell }) => cell ?? []));
  return pieces.flatMap((piece) => {
    const table = tables.find((cells) => piece.cell !== null && cells.includes(piece.cell));
    if (!table) return piece.draw();
    if (table[0] !== piece.cell) return [];
    const lines = pieces.flatMap((each) => (each.cell && table.includes(each.cell) ? each.draw() : []));
    return [smallTable(table), ...lines];
  });
}

/** @param {string} id  @param {string} text  @param {string[]} dropped  @param {string[]} added  @param {ExcerptOf} excerptOf  @returns {Piece} */
function pieceOf(id, text, dropped, added, excerptOf) {
  const excerpt = excerptOf(id);
  const lines = () => wordsLine("summary-added", "addedContext", "ins", added, excerptOf);
  if (!excerpt) return { where: word("unknownPlace"), draw: () => [make("p", {}, shown(id)), ...lines()], cell: null };
  const where = [excerpt.page, ...excerpt.sections].map(shown).join(" › ");
  const headers = headersOf(excerpt, excerptOf);
  if (headers.length === 0) return { where, draw: () => [plainPiece({ ...excerpt, text }), ...lines()], cell: null };
  const placed = new Set(headers.map((header) => header.id));
  const others = dropped.filter((each) => !placed.has(each));
  const draw = () => [...wordsLine("summary-dropped", "leftOut", "del", others, excerptOf), ...lines()];
  return { where, draw, cell: { id, text, headers, dropped, caption: excerpt.caption } };
}

/** @param {string} name  @param {string} key  @param {"ins"|"del"} tag  @param {string[]} ids  @param {ExcerptOf} excerptOf */
function wordsLine(name, key, tag, ids, excerptOf) {
  if (ids.length === 0) return [];
  const words = ids.flatMap((id) => [" ", make(tag, {}, shown(excerptOf(id)?.text || id))]);
  return [make("p", { class: name }, word(key), ...words)];
}

/** @param {Excerpt} excerpt */
function plainPiece({ caption, text }) {
  const table = caption ? make("span", { class: "summary-caption" }, shown(caption), ": ") : null;
  return make("p", { class: "summary-text" }, table, make("mark", {}, shown(text || word("emptyCell"))));
}

/**
 * The cells where their table has them: under their column headers, right of their row headers.
 * @param {import("./summary-grid.js").SummaryCell[]} cells  of one table
 */
function smallTable(cells) {
  const [{ caption }] = cells;
  const { rows, columns, at } = gridOf(cells);
  const [wide, high] = [rows, columns].map((lines) => Math.max(...lines.map(({ headers }) => headers.length)));
  const blank = () => make("td", { class: "summary-corner" });
  /** @param {Header|undefined} header */
  const head = (header) => (header ? headerCell(header, cells) : blank());
  const corner = () => (wide > 0 ? make("td", { colspan: String(wide), class: "summary-corner" }) : null);
  const heads = Array.from({ length: high }, (_, level) => make("tr", {}, corner(), ...columns.map(({ headers }) => head(headers[level]))));
  const body = rows.map((row) => {
    const names = Array.from({ length: wide }, (_, level) => head(row.headers[level]));
    const values = columns.map((column) => {
      const cell = at.get(placeOf(row, column));
      return cell ? make("td", {}, make("mark", {}, shown(cell.text || word("emptyCell")))) : blank();
    });
    return make("tr", {}, ...names, ...values);
  });
  const table = make("table", { class: "summary-table" }, ...heads, ...body);
  if (!caption) return table;
  table.setAttribute("aria-label", shown(caption)); // a caption would be as narrow as the cell
  return make("div", {}, make("p", { class: "summary-caption" }, shown(caption)), table);
}

/** Struck out where all of its cells leave it out. @param {Header} header  @param {import("./summary-grid.js").SummaryCell[]} cells */
function headerCell({ id, text }, cells) {
  const under = cells.filter(({ headers }) => headers.some((header) => header.id === id));
  if (id === null || !under.every(({ dropped }) => dropped.includes(id))) return make("th", {}, shown(text));
  const said = make("span", { class: "visually-hidden" }, `${word("leftOut")} `);
  return make("th", { class: "is-dropped" }, said, make("del", {}, shown(text)));
}
