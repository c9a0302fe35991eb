/** An excerpt read off the page in the reader, so that a card stands there before, and without, the server. */

/** @typedef {import("../types.js").Excerpt} Excerpt */

/**
 * @param {import("../types.js").ShownPage} page
 * @param {string} id
 * @returns {Excerpt}
 */
export function excerptFromPage(page, id) {
  const element = page.elements.get(id);
  const context = page.contextOf(id);
  const around = context.flatMap((each) => page.elements.get(each) ?? []);
  const row = element?.closest("tr");
  const headers = around.filter((each) => each.matches("th"));
  const inRow = headers.filter((each) => each.closest("tr") === row);
  return {
    id,
    page: page.title,
    kind: kindOf(element),
    sections: texts(around.filter((each) => each.matches("h2, h3, h4, h5, h6"))).reverse(),
    row_headers: texts(inRow).reverse(),
    column_headers: texts(headers.filter((each) => !inRow.includes(each))).reverse(),
    text: element?.textContent?.trim() ?? "",
    caption: row ? (row.closest("table")?.querySelector("caption")?.textContent ?? null) : null,
    context,
  };
}

/** @param {HTMLElement[]} elements */
function texts(elements) {
  return elements.map((element) => element.textContent?.trim() ?? "").filter((text) => text !== "");
}

/** @param {HTMLElement|undefined} element */
function kindOf(element) {
  const kinds = { TD: "cell", TH: "header_cell", CAPTION: "table_caption" };
  return kinds[/** @type {keyof typeof kinds} */ (element?.tagName)] ?? "sentence";
}
