/** Several cells of one row or column as one card: what they share once, then a line for each of them. */
import { make, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { chip, headerLine, line, offeredToAll, offerLine, path, removeButton, tools } from "./card-parts.js";
import { headersOf } from "./headers.js";
import { hedgesIn, hedgeWarning, markedText } from "./hedge-marks.js";

/** @typedef {import("./card-parts.js").Around} Around */

export const SHOWN_AT_FIRST = 8;

/**
 * @param {string[]} ids
 * @param {"row"|"column"} way  what the cells share
 * @param {boolean} whole  whether all lines are shown
 * @param {Around} around
 */
export function groupCard(ids, way, whole, around) {
  const first = around.excerptOf(ids[0]);
  const { grip, more } = tools();
  const open = { type: "button", class: "card-open", "data-open": ids[0], title: word("openOnPage") };
  const shared = offeredToAll(ids, around);
  const listed = whole ? ids : ids.slice(0, SHOWN_AT_FIRST);
  const body = make(
    "div",
    { class: "card-body" },
    make("button", open, first ? path(first) : null),
    make(
      "span",
      { class: "card-headers" },
      first?.caption ? line("cardTable", shown(first.caption)) : null,
      headerLine(way, ids, around),
      offerLine(ids, around),
      make("span", { class: "card-count" }, word("cellCount", { count: ids.length })),
    ),
    make("ul", { class: "card-cells" }, ...listed.map((id) => cellLine(id, way, shared, around))),
    ids.length > SHOWN_AT_FIRST ? showAll(ids.length, whole) : null,
  );
  const label = word("removeCells", { count: ids.length });
  const remove = make("button", { type: "button", class: "card-remove", "data-remove-all": true, "aria-label": label, title: label });
  const actions = make("div", { class: "card-actions" }, remove, more);
  return make("li", { class: "card is-group", "data-card": ids[0] }, grip, body, actions);
}

/** @param {string} id  @param {"row"|"column"} shared  @param {string[]} offered  on the line of the card  @param {Around} around */
function cellLine(id, shared, offered, around) {
  const excerpt = around.excerptOf(id);
  const own = excerpt ? headersOf(excerpt, around.excerptOf).filter(({ way }) => way !== shared) : [];
  const chips = own.flatMap((header, at) => [at > 0 ? " / " : "", chip(header, [id], around)]);
  const pieces = hedgesIn(excerpt?.text || word("emptyCell"), around.language());
  const warning = hedgeWarning(pieces);
  const text = make("button", { type: "button", class: "cell-text", "data-open": id, title: word("openOnPage"), dir: "auto" }, ...markedText(pieces));
  return make(
    "li",
    { class: "card-cell", "data-cell": id },
    chips.length > 0 ? make("span", { class: "cell-headers" }, ...chips) : null,
    text,
    offerLine([id], around, offered),
    warning ? make("span", { class: "card-hedge" }, warning) : null,
    removeButton(id, excerpt?.text || id),
  );
}

/** @param {number} count  @param {boolean} whole */
function showAll(count, whole) {
  const attributes = { type: "button", class: "card-all", "data-all": true, "aria-expanded": String(whole) };
  return make("button", attributes, word(whole ? "showFewer" : "showAll", { count }));
}
