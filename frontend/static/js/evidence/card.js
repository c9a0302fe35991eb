/** One chosen element as a card: where it stands, its headers, its words, and last its id. */
import { make, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { headerLine, line, offerLine, path, removeButton, tools } from "./card-parts.js";
import { hedgesIn, hedgeWarning, markedText } from "./hedge-marks.js";

/** @typedef {import("../types.js").Excerpt} Excerpt */

/** @param {string} id  @param {import("./card-parts.js").Around} around */
export function card(id, around) {
  const excerpt = around.excerptOf(id);
  const missing = around.isMissing(id);
  const { grip, more } = tools();
  const open = make(
    "button",
    { type: "button", class: "card-open", "data-open": id, title: word("openOnPage") },
    excerpt ? path(excerpt) : make("span", { class: "card-path" }, word("unknownPlace")),
  );
  const body = make(
    "div",
    { class: "card-body" },
    open,
    excerpt ? headers(excerpt, around) : null,
    ...(missing ? [make("span", { class: "card-text" }, word("elementGone"))] : []),
    ...(excerpt ? words(excerpt, around.language()) : []),
    make("span", { class: "card-id" }, shown(id)),
  );
  const actions = make("div", { class: "card-actions" }, removeButton(id, excerpt?.text || id), more);
  return make("li", { class: missing ? "card is-missing" : "card", "data-card": id }, grip, body, actions);
}

/** @param {Excerpt} excerpt  @param {string} language */
function words({ text }, language) {
  const pieces = hedgesIn(text || word("emptyCell"), language);
  const warning = hedgeWarning(pieces);
  return [
    make("span", { class: "card-text", dir: "auto" }, ...markedText(pieces)),
    warning ? make("span", { class: "card-hedge" }, warning) : null,
  ];
}

/** @param {Excerpt} excerpt  @param {import("./card-parts.js").Around} around  @returns {HTMLElement|null} */
function headers({ id, kind, caption }, around) {
  const lines = [
    kind === "header_cell" ? make("span", { class: "card-header" }, word("cardHeaderCell")) : null,
    caption ? line("cardTable", shown(caption)) : null,
    headerLine("row", [id], around),
    headerLine("column", [id], around),
    offerLine([id], around),
  ].filter((each) => each !== null);
  return lines.length > 0 ? make("span", { class: "card-headers" }, ...lines) : null;
}
