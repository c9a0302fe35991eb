/** The squares of an HTML table, spans counted, so that arrow keys move as the eye does. Pure but for reading cells. */

/** @typedef {{grid: (HTMLTableCellElement|undefined)[][], at: Map<Element, [number, number]>}} GridMap */

/** @type {WeakMap<HTMLTableElement, GridMap>} */
const maps = new WeakMap();

/** @param {HTMLTableElement} table  of the article, which never changes  @returns {GridMap} made once for a table */
export function gridOf(table) {
  const map = maps.get(table) ?? gridMap(table);
  maps.set(table, map);
  return map;
}

/** @param {HTMLTableElement} table  @returns {GridMap} */
export function gridMap(table) {
  /** @type {(HTMLTableCellElement|undefined)[][]} */
  const grid = [...table.rows].map(() => []);
  const at = new Map();
  [...table.rows].forEach((row, r) => {
    let c = 0;
    for (const cell of row.cells) {
      if (cell.dataset.elementId === undefined) continue; // not of the article
      while (grid[r][c]) c += 1;
      at.set(cell, [r, c]);
      for (let down = r; down < Math.min(r + cell.rowSpan, grid.length); down += 1) {
        for (let across = c; across < c + cell.colSpan; across += 1) grid[down][across] = cell;
      }
      c += cell.colSpan;
    }
  });
  return { grid, at };
}

/**
 * @param {GridMap} map
 * @param {HTMLElement} cell
 * @param {number} down
 * @param {number} right
 * @param {[number, number]} [square]  of the cell, where it spans several: the line one has come along; else its first
 * @returns {HTMLTableCellElement|null} the nearest other cell that way; null at the edge
 */
export function neighbour({ grid, at }, cell, down, right, square = at.get(cell)) {
  if (!square) return null;
  for (let [r, c] = [square[0] + down, square[1] + right]; grid[r]?.[c]; r += down, c += right) {
    const found = grid[r][c];
    if (found && found !== cell && isTarget(found)) return found;
  }
  return null;
}

/**
 * @param {GridMap} map
 * @param {HTMLElement} cell
 * @param {number} right
 * @param {[number, number]} [square]
 * @returns {HTMLTableCellElement|null} the last cell of the row that way; null at the edge
 */
export function farthest({ grid, at }, cell, right, square = at.get(cell)) {
  const row = (square && grid[square[0]]) ?? [];
  const found = (right > 0 ? [...row].reverse() : row).find((each) => each && isTarget(each));
  return found && found !== cell ? found : null;
}

/**
 * The square of a cell that was reached along a line: over cells that span several rows one stays in one's row.
 * @param {GridMap} map
 * @param {HTMLElement} found
 * @param {boolean} alongRow
 * @param {[number, number]|undefined} from
 * @returns {[number, number]|undefined}
 */
export function squareAlong({ at }, found, alongRow, from) {
  const own = at.get(found);
  if (!own || !from) return own;
  return alongRow ? [from[0], own[1]] : [own[0], from[1]];
}

/** @param {GridMap} map  @param {number} row  @returns {HTMLTableCellElement[]} its cells, each once */
export function rowOf({ grid }, row) {
  return once(grid[row] ?? []);
}

/** @param {GridMap} map  @param {number} column  @returns {HTMLTableCellElement[]} its cells from above, each once */
export function columnOf({ grid }, column) {
  return once(grid.map((row) => row[column]));
}

/**
 * @param {GridMap} map
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 * @returns {HTMLTableCellElement[]} every cell of the rectangle that has both in its corners, spans whole, row by row
 */
export function rectangle({ grid, at }, one, other) {
  const corners = [one, other].map((cell) => at.get(cell));
  if (!corners[0] || !corners[1]) return [];
  const [[top, left], [bottom, right]] = [0, 1].map((end) => [0, 1].map((side) => edge([one, other], corners, side, end)));
  return once(grid.slice(top, bottom + 1).flatMap((row) => row.slice(left, right + 1))).filter(isTarget);
}

/** Untrusted cells are passed by: they cannot be chosen. @param {Element} cell */
export function isTarget(cell) {
  return !cell.classList?.contains("untrusted");
}

/**
 * @param {HTMLElement[]} cells
 * @param {([number, number]|undefined)[]} corners
 * @param {number} side  0: rows, 1: columns
 * @param {number} end  0: the first of both, 1: the last, with what the cells span
 */
function edge(cells, corners, side, end) {
  const reach = cells.map((cell, n) => {
    const { rowSpan, colSpan } = /** @type {HTMLTableCellElement} */ (cell);
    return (corners[n]?.[side] ?? 0) + end * ((side === 0 ? rowSpan : colSpan) - 1);
  });
  return end === 0 ? Math.min(...reach) : Math.max(...reach);
}

/** @param {(HTMLTableCellElement|undefined)[]} cells */
function once(cells) {
  return [...new Set(cells)].filter((cell) => cell !== undefined);
}
