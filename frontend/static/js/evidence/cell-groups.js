/**
 * Cells that stand under the same headers share a card, so that a whole column of evidence stays readable. Pure.
 * A cell joins its row or its column, whichever more of the chosen cells are in. Joined sentences share a card too.
 */

/** @typedef {import("../types.js").Excerpt} Excerpt */
/** @typedef {{key: string, ids: string[], way: "row"|"column"|null}} Group  one card; way: null for a single element */
/** @typedef {{key: string, way: "row"|"column", headed: boolean}} Line  a row or column, as its headers tell it */

/** @type {WeakMap<Excerpt, Line[]>} */
const known = new WeakMap();

/**
 * @param {string[]} ids  of a set, in its order
 * @param {(id: string) => Excerpt|null} excerptOf
 * @param {(id: string) => string|null} [joinedTo]  the sentence that goes on with a sentence
 * @returns {Group[]} in the order of their first elements
 */
export function grouped(ids, excerptOf, joinedTo = () => null) {
  const joined = joinedGroups(ids, joinedTo);
  const lines = ids.map((id) => (joined.has(id) ? [] : linesOf(excerptOf(id))));
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const { key } of lines.flat()) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  /** @type {Map<string, Group>} */
  const groups = new Map();
  ids.forEach((id, at) => {
    const line = bestOf(lines[at], sizes);
    const together = joined.get(id);
    const key = together ? `joined ${together[0]}` : (line?.key ?? `alone ${id}`);
    const group = groups.get(key);
    if (together) groups.set(key, { key, ids: together, way: null });
    else if (group) group.ids.push(id);
    else groups.set(key, { key, ids: [id], way: line?.way ?? null });
  });
  // A cell may be left alone when the others of its row have joined their columns.
  return [...groups.values()].map((group) => (group.ids.length > 1 ? group : { ...group, way: null }));
}

/**
 * @param {string[]} ids
 * @param {(id: string) => string|null} joinedTo
 * @returns {Map<string, string[]>} sentence -> all of those it is joined with, in the order of the page
 */
export function joinedGroups(ids, joinedTo) {
  const there = new Set(ids);
  const followers = new Set(ids.map((id) => joinedTo(id)));
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const first of ids) {
    const chain = [first];
    if (followers.has(first)) continue;
    for (let next = joinedTo(first); next !== null && there.has(next) && !chain.includes(next); next = joinedTo(next)) chain.push(next);
    if (chain.length > 1) chain.forEach((id) => found.set(id, chain));
  }
  return found;
}

/**
 * @param {Line[]} lines  the row and the column of a cell
 * @param {Map<string, number>} sizes
 * @returns {Line|null} one with headers, which say what its cells have in common, before one without
 */
function bestOf(lines, sizes) {
  /** @param {Line} line */
  const worth = ({ key, headed }) => (headed ? 1e6 : 0) + (sizes.get(key) ?? 0);
  const shared = lines.filter(({ key }) => (sizes.get(key) ?? 0) > 1);
  return shared.sort((one, other) => worth(other) - worth(one))[0] ?? null;
}

/** @param {Excerpt|null} excerpt  @returns {Line[]} none but for a cell */
function linesOf(excerpt) {
  if (excerpt?.kind !== "cell") return [];
  let lines = known.get(excerpt);
  if (!lines) known.set(excerpt, (lines = newLines(excerpt)));
  return lines;
}

/** @param {Excerpt} excerpt  @returns {Line[]} */
function newLines({ page, sections, caption, context, row_headers: rows, column_headers: columns }) {
  const place = [page, ...sections, caption ?? ""].map((text) => text.normalize("NFC")); // the page shows NFC, the corpus NFD
  const headers = context.slice(1 + sections.length); // ids, so that two tables with the same words stay two
  const parted = headers.length === rows.length + columns.length;
  const row = parted ? headers.slice(0, rows.length) : rows;
  const column = parted ? headers.slice(rows.length) : columns;
  return [
    { key: JSON.stringify(["row", ...place, ...row]), way: "row", headed: row.length > 0 },
    { key: JSON.stringify(["column", ...place, ...column]), way: "column", headed: column.length > 0 },
  ];
}
