/** The hedges of a chosen sentence on its card: marked in its words, and explained. */
import { make, shown } from "../common/dom.js";
import { pageJson } from "../common/page-json.js";
import { word } from "../common/words.js";
import { createHedgeFinder } from "./hedges.js";

/** @typedef {import("./hedges.js").Piece} Piece */

/** @type {ReturnType<typeof createHedgeFinder>|null} */
let finder = null;

/** @param {string} text  @param {string} language  @returns {Piece[]} */
export function hedgesIn(text, language) {
  finder ??= createHedgeFinder(pageJson("#hedges") ?? {});
  return finder(shown(text), language);
}

/** @param {Piece[]} pieces  @returns {(string|HTMLElement)[]} */
export function markedText(pieces) {
  return pieces.map(({ text, hedge }) => (hedge ? make("mark", { class: "hedge" }, text) : text));
}

/** @param {Piece[]} pieces  @returns {string|null} why it should not be evidence; null without hedges */
export function hedgeWarning(pieces) {
  const found = [...new Set(pieces.filter(({ hedge }) => hedge).map(({ text }) => text.toLowerCase()))];
  return found.length > 0 ? word("hedged", { words: found.map((each) => `“${each}”`).join(", ") }) : null;
}
