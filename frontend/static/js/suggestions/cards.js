/** What is suggested, as cards. One whose element is evidence already stands there in one line, and offers nothing. */
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { line, path } from "../evidence/card-parts.js";
import { placeCards } from "../evidence/card-placing.js";
import { hedgesIn, hedgeWarning, markedText } from "../evidence/hedge-marks.js";
import { setName } from "../evidence/set-name.js";

/** @typedef {import("../types.js").SuggestedEvidence} SuggestedEvidence */

/**
 * @param {Object} parts
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {import("./suggested.js").Suggested} parts.suggested
 * @param {() => string} parts.language  of the pages
 */
export function createSuggestionCards({ work, suggested, language }) {
  const section = need("#suggested", HTMLElement);
  const list = need("#suggested-list", HTMLElement);
  const count = need("[data-count]", HTMLElement, section);
  /** @type {Map<string, HTMLElement>} */
  let drawn = new Map();

  /** Whether its element is evidence, and where. @param {string} id  @param {HTMLElement} card */
  function quieten(id, card) {
    const { sets, active_set: active } = work.body();
    const here = sets[active].includes(id);
    const there = sets.findIndex((ids) => ids.includes(id));
    card.classList.toggle("is-quiet", here);
    const note = here ? word("inSet") : there >= 0 ? word("alreadyIn", { set: setName(work, there) }) : "";
    need(".suggestion-note", HTMLElement, card).textContent = note;
  }

  /** Those that can still be accepted into the set that is shown. */
  function drawCount() {
    const open = [...drawn.values()].filter((card) => !card.classList.contains("is-quiet")).length;
    count.textContent = String(open);
  }

  return {
    section,
    list,
    cards: () => drawn,
    /** All of them anew: they have come, or one was postponed or taken back. */
    draw() {
      const before = drawn;
      drawn = new Map(suggested.list().map((each) => [each.element_id, before.get(each.element_id) ?? made(each, language())]));
      drawn.forEach((card, id) => quieten(id, card));
      placeCards(list, [...drawn.values()]);
      section.hidden = drawn.size === 0;
      drawCount();
    },
    /** @param {Iterable<string>} ids  that have become evidence, or are none any more */
    refresh(ids) {
      let changed = false;
      for (const id of ids) {
        const card = drawn.get(id);
        if (card) quieten(id, card);
        changed ||= card !== undefined;
      }
      if (changed) drawCount();
    },
  };
}

/** @param {SuggestedEvidence} suggestion  @param {string} language  @returns {HTMLElement} */
function made({ element_id: id, card }, language) {
  const words = shown(card.text || word("emptyCell"));
  const pieces = hedgesIn(words, language);
  const warning = hedgeWarning(pieces);
  const text = words.slice(0, 80);
  const head = make(
    "div",
    { class: "suggestion-head" },
    make("button", { type: "button", class: "card-open", "data-open": id, title: word("openOnPage") }, path(card)),
    make("button", { ...button(word("acceptKey"), word("acceptNamed", { text })), class: "suggestion-accept", "data-accept": id }, word("accept")),
    make("button", { ...button(word("dismissKey"), word("dismissNamed", { text })), class: "card-remove", "data-dismiss": id }),
  );
  return make(
    "li",
    { class: "suggestion", "data-suggestion": id },
    head,
    headers(card),
    make("span", { class: "card-text", dir: "auto" }, ...markedText(pieces)),
    warning ? make("span", { class: "card-hedge" }, warning) : null,
    make("span", { class: "suggestion-note" }),
  );
}

/** @param {string} title  @param {string} name  for whoever does not see beside what it stands */
function button(title, name) {
  return { type: "button", title, "aria-label": name };
}

/** @param {import("../types.js").Excerpt} card */
function headers({ kind, caption, row_headers: rows, column_headers: columns }) {
  const lines = [
    kind === "header_cell" ? make("span", { class: "card-header" }, word("cardHeaderCell")) : null,
    caption ? line("cardTable", shown(caption)) : null,
    rows.length > 0 ? line("cardRow", shown(rows.join(" / "))) : null,
    columns.length > 0 ? line("cardColumn", shown(columns.join(" / "))) : null,
  ].filter((each) => each !== null);
  return lines.length > 0 ? make("span", { class: "card-headers" }, ...lines) : null;
}
