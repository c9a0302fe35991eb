/** Sentences that were split in the wrong place as one card: they read on, each with its own id. */
import { make, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { offerLine, path, removeButton, tools } from "./card-parts.js";
import { hedgesIn, hedgeWarning, markedText } from "./hedge-marks.js";

/** @param {string[]} ids  in the order of the page  @param {import("./card-parts.js").Around} around */
export function joinedCard(ids, around) {
  const excerpts = ids.map((id) => around.excerptOf(id));
  const [first] = excerpts;
  const { grip, more } = tools();
  const open = { type: "button", class: "card-open", "data-open": ids[0], title: word("openOnPage") };
  const texts = excerpts.map((excerpt, at) => excerpt?.text || ids[at]);
  const pieces = hedgesIn(texts.join(" "), around.language());
  const warning = hedgeWarning(pieces);
  const body = make(
    "div",
    { class: "card-body" },
    make("button", open, first ? path(first) : make("span", { class: "card-path" }, word("unknownPlace"))),
    make("span", { class: "card-headers" }, make("span", { class: "card-joined" }, word("joinedSentences", { count: ids.length })), offerLine(ids, around)),
    make("span", { class: "card-text", dir: "auto" }, ...markedText(pieces)),
    warning ? make("span", { class: "card-hedge" }, warning) : null,
    make("span", { class: "card-id" }, shown(ids.join(" + "))),
  );
  const remove = removeButton(ids[0], texts.join(" "));
  remove.removeAttribute("data-remove");
  remove.dataset.removeAll = "true";
  const split = make("button", { type: "button", class: "card-split", "data-split": "true" }, word("splitSentences"));
  body.append(split);
  return make("li", { class: "card is-joined", "data-card": ids[0] }, grip, body, make("div", { class: "card-actions" }, remove, more));
}
