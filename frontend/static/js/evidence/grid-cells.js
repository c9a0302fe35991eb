/** The data cells of a row or a column of a table: each once, however many squares it spans. Headers are none. */
import { columnOf, gridOf, rowOf } from "../reader/grid-map.js";

/** @typedef {"row"|"column"} Way */

/** @param {Element|null|undefined} element  @returns {HTMLTableCellElement|null} the cell of an article's table it stands in */
export function cellAt(element) {
  const cell = element?.closest("td.citable, th.citable");
  return cell instanceof HTMLTableCellElement ? cell : null;
}

/**
 * @param {HTMLTableCellElement} cell  which may be a header
 * @param {Way} way
 * @param {number} [y]  where a cell spans several rows: the height on the screen that tells which is meant
 * @returns {HTMLTableCellElement[]}
 */
export function cellsAlong(cell, way, y) {
  const table = cell.closest("table");
  const map = table && gridOf(table);
  const square = map?.at.get(cell);
  if (!map || !square) return [];
  const [top, column] = square;
  const cells = way === "column" ? columnOf(map, column) : rowOf(map, y === undefined ? top : rowAt(table, cell, top, y));
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
