/** One chosen element as a card: where it stands, its headers, its words, and last its id. */
import { make, shown } from "../common/dom.js";
import { word } from "../common/words.js";

/** @typedef {import("../types.js").Excerpt} Excerpt */

/**
 * @param {string} id
 * @param {Excerpt|null} excerpt
 * @param {boolean} missing
 */
export function card(id, excerpt, missing) {
  const open = make(
    "button",
    { type: "button", class: "card-open", "data-open": id, title: word("openOnPage") },
    excerpt ? path(excerpt) : null,
    excerpt ? headers(excerpt) : null,
    make("span", { class: "card-text" }, missing ? word("elementGone") : shown(excerpt?.text || word("emptyCell"))),
    make("span", { class: "card-id" }, shown(id)),
  );
  const label = word("removeNamed", { text: shown(excerpt?.text || id).slice(0, 80) });
  const remove = make("button", { type: "button", class: "card-remove", "data-remove": id, "aria-label": label, title: word("remove") });
  return make("li", { class: missing ? "card is-missing" : "card", "data-card": id }, open, remove);
}

/** @param {Excerpt} excerpt */
export function path(excerpt) {
  const steps = [excerpt.page, ...excerpt.sections].map((step, depth) =>
    make("span", { class: depth === 0 ? "card-page" : "card-section" }, shown(step)),
  );
  return make("span", { class: "card-path" }, ...steps);
}

/** @param {Excerpt} excerpt  @returns {HTMLElement|null} */
function headers({ kind, caption, row_headers, column_headers }) {
  const lines = [
    kind === "header_cell" ? make("span", { class: "card-header" }, word("cardHeaderCell")) : null,
    line("cardTable", caption ? [caption] : []),
    line("cardRow", row_headers),
    line("cardColumn", column_headers),
  ].filter((each) => each !== null);
  return lines.length > 0 ? make("span", { class: "card-headers" }, ...lines) : null;
}

/** @param {string} name  @param {string[]} texts  @returns {HTMLElement|null} */
function line(name, texts) {
  if (texts.length === 0) return null;
  const label = make("span", { class: "card-label" }, word(name));
  return make("span", { class: "card-header" }, label, " ", shown(texts.join(" / ")));
}
