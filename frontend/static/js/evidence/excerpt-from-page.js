/**
 * An excerpt read off the page in the reader, so that a card stands there at once, and without the server, which would have
 * to walk the table again for each of its cells. It says what corpus/page/excerpt.py says.
 */
import { textOf } from "../common/element-text.js";
import { gridOf } from "../reader/grid-map.js";

/** @typedef {import("../types.js").Excerpt} Excerpt */

const KINDS = { TD: "cell", TH: "header_cell", CAPTION: "table_caption", H1: "title" };

/**
 * @param {import("../types.js").ShownPage} page
 * @param {string} id
 * @returns {Excerpt}
 */
export function excerptFromPage(page, id) {
  const element = page.elements.get(id);
  const context = page.contextOf(id);
  const around = context.flatMap((each) => page.elements.get(each) ?? []);
  const table = element?.matches("td, th") ? element.closest("table") : null;
  const headers = around.filter((each) => each.matches("th"));
  const inRow = table ? headers.filter((each) => reachesRowOf(table, each, element)) : [];
  return {
    id,
    page: page.title,
    kind: kindOf(element),
    sections: texts(around.filter((each) => each.matches("h2, h3, h4, h5, h6"))).reverse(),
    row_headers: texts(inRow).reverse(),
    column_headers: texts(headers.filter((each) => !inRow.includes(each))).reverse(),
    text: textOf(element).trim(),
    caption: textOf(table?.caption).trim() || null,
    context,
    offered: page.offeredOf(id),
    before: sentenceBeside(page, element, -1),
    after: sentenceBeside(page, element, 1),
  };
}

/** @param {import("../types.js").ShownPage} page  @param {HTMLElement|undefined} element  @param {-1|1} by  @returns {string|null} */
function sentenceBeside(page, element, by) {
  if (!element || kindOf(element) !== "sentence") return null;
  const other = page.beside(element, by);
  return other?.matches(".citable") && kindOf(other) === "sentence" ? (other.dataset.elementId ?? null) : null;
}

/** A header that spans rows belongs to all of them. @param {HTMLTableElement} table  @param {Element} header  @param {HTMLElement|undefined} cell */
function reachesRowOf(table, header, cell) {
  const { at } = gridOf(table);
  const [top, row] = [at.get(header)?.[0], cell ? at.get(cell)?.[0] : undefined];
  if (!(header instanceof HTMLTableCellElement && cell instanceof HTMLTableCellElement)) return false;
  if (top === undefined || row === undefined) return false;
  const last = row + cell.rowSpan - 1; // the corpus looks from the last of the rows that the cell spans
  return top <= last && last < top + header.rowSpan;
}

/** @param {HTMLElement[]} elements */
function texts(elements) {
  return elements.map((element) => textOf(element).trim()).filter((text) => text !== "");
}

/** @param {HTMLElement|undefined} element */
function kindOf(element) {
  if (element?.matches("h2, h3, h4, h5, h6")) return "section";
  if (element?.matches("li > *")) return "item";
  if (element?.matches("table")) return "table";
  return KINDS[/** @type {keyof typeof KINDS} */ (element?.tagName)] ?? "sentence";
}
