/**
 * The names, numbers and dates of the claim, marked in its text: each is ticked once a card of the shown set has it, and a click
 * searches for it. Other words of the claim are searched for by selecting them: a button stands beside the selection.
 */
import { announce } from "../common/announce.js";
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { claimPieces, isCovered, isWorthAsking, tokensOf } from "./claim-parts.js";

const PAUSE_MS = 150; // after the click was painted
const LONGEST = 200; // characters of a selection that one would search for

/** @typedef {import("../types.js").Excerpt} Excerpt */
/** @typedef {{text: string, isCovered: boolean, isWorth: boolean}} Check  `isWorth`: to be asked about before submission where no card has it */

/**
 * @param {Object} parts
 * @param {string} parts.text  of the claim
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {(id: string) => Excerpt|null} parts.excerptOf
 * @param {(text: string) => void} parts.search
 */
export function createChecklist({ text, work, excerptOf, search }) {
  const place = need(".claim .claim-text", HTMLElement);
  const pieces = claimPieces(text);
  const parts = [...new Set(pieces.filter(({ isPart }) => isPart).map((piece) => piece.text))];
  place.replaceChildren(...pieces.map((piece) => (piece.isPart ? mark(piece.text) : piece.text)));
  /** @type {WeakMap<Excerpt, Set<string>>} */
  const known = new WeakMap();
  let timer = 0;

  /** @param {string} part */
  function mark(part) {
    return make("span", { class: "claim-part", role: "button", tabindex: "0", "data-part": part, "data-covered": "false" }, part);
  }

  /** @param {string} id  @param {number} set */
  function tokens(id, set) {
    const excerpt = excerptOf(id);
    if (!excerpt) return new Set();
    const added = work.addedTo(id, set).map((each) => excerptOf(each)?.text ?? "");
    if (added.length > 0) return tokensOf(wordsOf(excerpt, added));
    const found = known.get(excerpt) ?? tokensOf(wordsOf(excerpt, []));
    known.set(excerpt, found);
    return found;
  }

  /** @param {number} set  @returns {Check[]} each part of the claim once, in its order */
  function checks(set) {
    const cards = work.body().sets[set].map((id) => tokens(id, set));
    return parts.map((part) => ({ text: part, isCovered: isCovered(part, cards), isWorth: isWorthAsking(part, cards, text) }));
  }

  function draw() {
    const covered = new Map(checks(work.body().active_set).map((check) => [check.text, check.isCovered]));
    for (const each of place.querySelectorAll(".claim-part")) {
      if (!(each instanceof HTMLElement)) continue;
      const is = covered.get(each.dataset.part ?? "") ?? false;
      each.dataset.covered = String(is);
      each.title = word(is ? "partCovered" : "partMissing");
      each.setAttribute("aria-description", each.title);
    }
  }

  function soon() {
    clearTimeout(timer);
    timer = window.setTimeout(draw, PAUSE_MS);
  }

  /** @param {EventTarget|null} target */
  function partAt(target) {
    const found = target instanceof Element ? target.closest(".claim-part") : null;
    return found instanceof HTMLElement ? (found.dataset.part ?? null) : null;
  }

  place.addEventListener("click", (event) => {
    const part = partAt(event.target);
    if (part !== null && getSelection()?.isCollapsed !== false) search(part);
  });
  place.addEventListener("keydown", (event) => {
    const part = partAt(event.target);
    if (part === null || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    search(part);
  });
  work.onChange(({ kind }) => void (["evidence", "added", "active", "all", "sets"].includes(kind) && soon()));
  searchSelected(place, search);
  draw();
  return { checks, draw: soon };
}

/** A button beside the words that are selected in the claim. @param {HTMLElement} place  @param {(text: string) => void} search */
function searchSelected(place, search) {
  const button = need("#claim-search", HTMLButtonElement);
  let wanted = "";

  function follow() {
    const selection = getSelection();
    const range = selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
    wanted = range && place.contains(range.commonAncestorContainer) ? String(selection).trim().slice(0, LONGEST) : "";
    button.hidden = wanted === "";
    if (!range || button.hidden) return;
    button.textContent = word("searchWords", { text: shown(wanted.length > 40 ? `${wanted.slice(0, 39)}…` : wanted) });
    const box = range.getBoundingClientRect();
    button.style.setProperty("left", `${Math.round(Math.min(box.left, innerWidth - button.offsetWidth - 8))}px`);
    button.style.setProperty("top", `${Math.round(box.bottom + 4)}px`);
  }

  document.addEventListener("selectionchange", follow);
  button.addEventListener("mousedown", (event) => event.preventDefault()); // the selection stays until the click
  button.addEventListener("click", () => {
    const text = wanted;
    getSelection()?.removeAllRanges();
    announce(button.textContent ?? "");
    if (text) search(text);
  });
}

/** @param {Excerpt} excerpt  @param {string[]} added */
function wordsOf({ page, sections, row_headers: rows, column_headers: columns, caption, text }, added) {
  return [page, ...sections, ...rows, ...columns, caption ?? "", text, ...added].join(" \n ");
}

/**
 * What of the claim the cards of a set have and lack.
 * @param {Check[]} checks
 * @returns {HTMLElement|null}
 */
export function checklistOf(checks) {
  if (checks.length === 0) return null;
  const items = checks.map(({ text, isCovered: covered }) => {
    const said = make("span", { class: "visually-hidden" }, ` (${word(covered ? "partCovered" : "partMissing")})`);
    return make("li", { "data-covered": String(covered) }, shown(text), said);
  });
  return make("ul", { class: "checklist", "aria-label": word("checklist") }, ...items);
}
