/** The data cells of a row or a column of a table: each once, however many squares it spans. Headers are none. */
import { columnOf, gridOf, rowOf } from "../reader/grid-map.js";

/** @typedef {"row"|"column"} Way */
/** @typedef {import("../reader/grid-map.js").GridMap} GridMap */

/** @param {Element|null|undefined} element  @returns {HTMLTableCellElement|null} the cell of an article's table it stands in */
export function cellAt(element) {
  const cell = element?.closest("td.citable, th.citable");
  return cell instanceof HTMLTableCellElement ? cell : null;
}

/**
 * @param {HTMLTableCellElement} cell  which may be a header
 * @param {Way} way
 * @param {{x: number, y: number}} [point]  on the screen: where a cell spans several rows or columns, it tells which is meant
 * @returns {HTMLTableCellElement[]}
 */
export function cellsAlong(cell, way, point) {
  const table = cell.closest("table");
  const map = table && gridOf(table);
  const square = map?.at.get(cell);
  if (!map || !square) return [];
  const [top, left] = square;
  const isColumn = way === "column";
  const cells = isColumn ? columnOf(map, point ? columnAt(map, cell, left, point.x) : left) : rowOf(map, point ? rowAt(table, cell, top, point.y) : top);
  return cells.filter((each) => each.matches("td.citable"));
}

/** @param {HTMLTableElement} table  @param {HTMLTableCellElement} cell  @param {number} top  @param {number} y */
function rowAt(table, cell, top, y) {
  for (let r = top; r < top + cell.rowSpan - 1; r += 1) {
    const row = table.rows[r];
    if (row && y < row.getBoundingClientRect().bottom) return r;
  }
  return Math.min(top + cell.rowSpan, table.rows.length) - 1;
}

/** A column is as wide as its cells that span no other. @param {GridMap} map  @param {HTMLTableCellElement} cell  @param {number} left  @param {number} x */
function columnAt(map, cell, left, x) {
  for (let c = left; c < left + cell.colSpan; c += 1) {
    const box = columnOf(map, c).find(({ colSpan }) => colSpan === 1)?.getBoundingClientRect();
    if (box && box.left <= x && x < box.right) return c;
  }
  return left;
}
