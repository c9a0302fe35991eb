/** The squares of an HTML table, spans counted, so that arrow keys move as the eye does. Pure but for reading cells. */

/** @typedef {{grid: (HTMLTableCellElement|undefined)[][], at: Map<Element, [number, number]>}} GridMap */

/** @param {HTMLTableElement} table  @returns {GridMap} */
export function gridMap(table) {
  /** @type {(HTMLTableCellElement|undefined)[][]} */
  const grid = [...table.rows].map(() => []);
  const at = new Map();
  [...table.rows].forEach((row, r) => {
    let c = 0;
    for (const cell of row.cells) {
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
 * @returns {HTMLTableCellElement|null} the nearest other cell that way; null at the edge
 */
export function neighbour({ grid, at }, cell, down, right) {
  const from = at.get(cell);
  if (!from) return null;
  for (let [r, c] = [from[0] + down, from[1] + right]; grid[r]?.[c]; r += down, c += right) {
    const found = grid[r][c];
    if (found && found !== cell) return found;
  }
  return null;
}
