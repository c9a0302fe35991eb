/** The header cells of an element's context, with their words and their way. Pure. */

/** @typedef {import("../types.js").Excerpt} Excerpt */
/** @typedef {{id: string|null, text: string, way: "row"|"column"}} Header  without id as long as it is not known which is which */

/**
 * Context runs: title, sections, row headers, column headers, the last two nearest first. An excerpt's own headers run in reading
 * order, blank ones left out, so that only the context tells their ids.
 * @param {Excerpt} excerpt
 * @param {(id: string) => Excerpt|null} excerptOf
 * @returns {Header[]} in reading order, row headers first; blank ones left out
 */
export function headersOf({ context, row_headers: rows, column_headers: columns }, excerptOf) {
  const around = context.map((id) => ({ id, excerpt: excerptOf(id) }));
  const found = around.filter(({ excerpt }) => excerpt?.kind === "header_cell" && excerpt.text !== "");
  if (found.length !== rows.length + columns.length) {
    return [...rows.map((text) => header(null, text, "row")), ...columns.map((text) => header(null, text, "column"))];
  }
  const named = found.map(({ id, excerpt }, at) => header(id, excerpt?.text ?? "", at < rows.length ? "row" : "column"));
  return [...named.slice(0, rows.length).reverse(), ...named.slice(rows.length).reverse()];
}

/** @param {string|null} id  @param {string} text  @param {"row"|"column"} way  @returns {Header} */
function header(id, text, way) {
  return { id, text, way };
}
