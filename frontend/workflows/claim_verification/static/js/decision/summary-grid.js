/** Cells of evidence laid out as the table they are from, with only their rows and columns. Pure. */

/** @typedef {import("../evidence/headers.js").Header} Header */
/** @typedef {{id: string, text: string, headers: Header[], dropped: string[], caption: string|null}} SummaryCell */
/** @typedef {{key: string, headers: Header[]}} Line  a row or column by its headers, in reading order */
/** @typedef {{rows: Line[], columns: Line[], at: Map<string, SummaryCell>}} Grid  `at`: by `placeOf(row, column)` */

/** @param {Line} row  @param {Line} column */
export function placeOf(row, column) {
  return `${row.key}\n${column.key}`;
}

/**
 * Cells that share a header are of one table, since ids of headers name their table; so are those under one caption.
 * @param {SummaryCell[]} cells  of one section of a page
 * @returns {SummaryCell[][]} in the order of their first cells
 */
export function tablesOf(cells) {
  /** @type {{ids: Set<string>, cells: SummaryCell[]}[]} */
  let tables = [];
  for (const cell of cells) {
    const ids = new Set(cell.headers.flatMap(({ id }) => (id === null ? [] : [id])));
    if (cell.caption) ids.add(`caption ${cell.caption}`);
    const same = tables.filter((table) => [...ids].some((id) => table.ids.has(id)));
    const joined = { ids: new Set([...same.flatMap((table) => [...table.ids]), ...ids]), cells: [...same.flatMap((table) => table.cells), cell] };
    const first = same.length > 0 ? tables.indexOf(same[0]) : tables.length;
    tables = [...tables.slice(0, first).filter((table) => !same.includes(table)), joined, ...tables.slice(first).filter((table) => !same.includes(table))];
  }
  return tables.map((table) => table.cells);
}

/** Of cells without a row header nothing tells whether they stand in one row. @param {SummaryCell[]} cells  of one table  @returns {Grid} */
export function gridOf(cells) {
  /** @type {Grid} */
  const grid = { rows: [], columns: [], at: new Map() };
  for (const cell of cells) {
    const column = lineOf(grid.columns, cell, "column");
    let row = lineOf(grid.rows, cell, "row");
    const isTaken = grid.at.has(placeOf(row, column)) || (row.headers.length === 0 && grid.columns.some((each) => grid.at.has(placeOf(row, each))));
    if (isTaken) grid.rows.push((row = { ...row, key: `${row.key} ${cell.id}` }));
    grid.at.set(placeOf(row, column), cell);
  }
  return grid;
}

/** @param {Line[]} lines  @param {SummaryCell} cell  @param {"row"|"column"} way */
function lineOf(lines, { headers }, way) {
  const own = headers.filter((header) => header.way === way);
  const key = JSON.stringify(own.map(({ id, text }) => id ?? text));
  const known = lines.find((line) => line.key === key);
  if (known) return known;
  const line = { key, headers: own };
  lines.push(line);
  return line;
}
