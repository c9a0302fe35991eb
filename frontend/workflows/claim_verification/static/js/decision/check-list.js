/** The lines of the check as a person reads them in the confirmation. */
import { make, shown } from "../common/dom.js";
import { pageJson } from "../common/page-json.js";
import { word } from "../common/words.js";

/** @typedef {import("./check-lines.js").KeptLine} KeptLine */
/** @typedef {import("./check-lines.js").Passage} Passage */
/** @typedef {(id: string) => import("../types.js").Excerpt|null} ExcerptOf */
/** @typedef {Record<string, [string, string][]>} Reasons  of each line: value and name */

/**
 * @param {HTMLElement} section
 * @param {KeptLine[]} lines
 * @param {Passage[]} passages
 * @param {ExcerptOf} excerptOf
 */
export function drawLines(section, lines, passages, excerptOf) {
  /** @type {Reasons} */
  const reasons = pageJson("#check-reasons");
  const list = section.querySelector("ul");
  list?.replaceChildren(...lines.map((line) => lineOf(line, passages, excerptOf, reasons[line.code])));
}

/** @param {KeptLine} line  @param {Passage[]} passages  @param {ExcerptOf} excerptOf  @param {[string, string][]} reasons */
function lineOf(line, passages, excerptOf, reasons) {
  const { code, state, reason, note } = line;
  const label = word(`check-${code}`.replace(/-(\w)/, (_, letter) => letter.toUpperCase()));
  const options = [["", word(state === "dismissed" ? "checkRestore" : "checkDismiss")], ...reasons];
  const select = make(
    "select",
    { "aria-label": word("checkReason", { line: label }) },
    ...options.map(([value, name]) => make("option", { value, selected: value === reason }, name)),
  );
  const field = make("input", { type: "text", maxlength: "500", value: note, "aria-label": word("checkNote"), placeholder: word("checkNote"), dir: "auto" });
  const text = make("div", { class: "check-text" }, make("p", {}, label), ...subjectsOf(line, passages, excerptOf));
  return make("li", { "data-code": code, "data-state": state }, text, make("div", { class: "check-dismiss" }, select, state === "dismissed" ? field : null));
}

/** @param {KeptLine} line  @param {Passage[]} passages  @param {ExcerptOf} excerptOf  @returns {HTMLElement[]} */
function subjectsOf({ code, subjects }, passages, excerptOf) {
  if (code === "search") return [];
  if (code === "opposite") return [make("ul", { class: "check-passages" }, ...passages.filter(({ element_id: id }) => subjects.includes(id)).map(passageOf))];
  if (code === "page") return [make("p", {}, ...spaced(subjects.map((title) => make("button", { type: "button", class: "check-open", "data-open-page": title }, shown(title)))))];
  const texts = code === "header" ? subjects.map((id) => excerptOf(id)?.text || id) : subjects;
  return [make("p", {}, ...spaced(texts.map((text) => make("b", {}, shown(text)))))];
}

/** @param {Passage} passage */
function passageOf({ element_id: id, against, card }) {
  const where = [card.page, ...card.sections, ...card.row_headers, ...card.column_headers].map(shown).join(" › ");
  const open = make("button", { type: "button", class: "check-open", "data-open-element": id }, shown(card.text || word("emptyCell")));
  const both = against === null ? null : make("button", { type: "button", class: "check-contradicts", "data-contradicts": id }, word("checkContradicts"));
  return make("li", {}, make("span", { class: "muted small" }, where), make("br"), open, both ? " " : null, both);
}

/** @param {HTMLElement[]} parts  @returns {(HTMLElement|string)[]} */
function spaced(parts) {
  return parts.flatMap((part, at) => (at > 0 ? [" · ", part] : [part]));
}
