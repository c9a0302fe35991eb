/** When the steps of a guided verification are done. */
import { verdictOf } from "../evidence/labels.js";
import { need } from "../common/dom.js";
import { setUpSteps } from "./guided.js";

const CELL = /_(header_cell|cell|table_caption)_[0-9_]+$/;

/**
 * @param {Object} parts
 * @param {import("./guided.js").Guided} parts.guided
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {import("../reader/reader.js").Reader} parts.reader
 */
export function setUpVerificationSteps({ guided, work, reader }) {
  const pages = (guided.words.pages ?? []).map(plain);
  const chosen = () => work.body().sets.flat();
  /** @type {Set<string>} */
  const opened = new Set();
  const seen = { found: false, context: false };
  const confirmation = need("#confirmation", HTMLDialogElement);

  const look = setUpSteps(guided, {
    open: { done: () => pages.every((title) => opened.has(title)), target: "#search-form", passing: true },
    open_any: { done: () => opened.size > 0, target: "#search-form", passing: true },
    find: { done: () => seen.found, target: "#find-form", passing: true },
    second_page: { done: () => opened.size > 1, target: "#search-form", passing: true },
    select: { done: () => chosen().length > 0, target: "#reader-scroll" },
    select_cell: { done: () => chosen().some((id) => CELL.test(id)), target: "#reader-scroll" },
    context: { done: () => seen.context, target: "#set-panel", passing: true },
    verdict: { done: () => verdictOf(work.body()) !== "", target: ".verdict-row" },
    challenge: { done: () => work.body().challenge !== "", target: ".challenge-row" },
    submit: { done: () => confirmation.open, target: "#submit" },
  });

  /** @param {keyof typeof seen} what */
  function see(what) {
    if (seen[what]) return;
    seen[what] = true;
    look();
  }

  function arrived() {
    const title = reader.page()?.title;
    if (title) opened.add(plain(title));
    look();
  }

  reader.onShow(arrived);
  work.onChange(look);
  // The box counts what it finds while one types; the wheel and the keys scroll, a page that opens does not.
  const count = need("#find-count", HTMLElement);
  new MutationObserver(() => count.textContent && see("found")).observe(count, { childList: true, characterData: true, subtree: true });
  for (const kind of ["wheel", "touchmove", "keydown"]) {
    reader.scroller.addEventListener(kind, () => opened.size > 0 && see("found"), { passive: true });
  }
  const cards = need("#cards", HTMLElement);
  for (const kind of ["pointerover", "focusin", "click"]) cards.addEventListener(kind, () => see("context"));
  new MutationObserver(look).observe(confirmation, { attributeFilter: ["open"] });
  arrived();
}

/** Titles come in NFD from the corpus, in NFC from what people type. @param {string} title */
function plain(title) {
  return title.normalize("NFC");
}
