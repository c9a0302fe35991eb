/** When the steps of guided claims are done. */
import { need } from "../common/dom.js";
import { TYPES } from "../writing/draft-shape.js";
import { setUpSteps } from "./guided.js";

const FEWEST_WORDS = 3; // of a claim that is more than begun

/**
 * @param {Object} parts
 * @param {import("./guided.js").Guided} parts.guided
 * @param {import("../writing/writing-work.js").WritingWork} parts.work
 * @param {import("../reader/reader.js").Reader} parts.reader
 * @param {string} parts.page  of the highlight
 */
export function setUpWritingSteps({ guided, work, reader, page }) {
  const cards = need(".claim-cards", HTMLElement);
  const seen = { read: false, other: false, hints: false };
  const claim = (/** @type {import("../types.js").ClaimType} */ type) => work.body().claims[type];
  const isWritten = (/** @type {import("../types.js").ClaimType} */ type) =>
    claim(type).text.trim().split(/\s+/).length >= FEWEST_WORDS && document.activeElement !== field(type);
  const allWritten = () => TYPES.every((type) => claim(type).text.trim() !== "");

  const look = setUpSteps(guided, {
    read: { done: () => seen.read, target: "#reader-scroll", passing: true },
    write_I: { done: () => isWritten("I"), target: "#claim-I" },
    other_page: { done: () => seen.other, target: "#search-form", passing: true },
    write_II: { done: () => isWritten("II"), target: "#claim-II" },
    write_III: { done: () => isWritten("III"), target: "#claim-III" },
    hints: { done: () => seen.hints, target: ".claim-cards", passing: true },
    challenges: { done: () => TYPES.every((type) => claim(type).challenge !== ""), target: "#challenge-I" },
    submit: { done: () => false, target: "#submit-claims" },
  });

  /** @param {keyof typeof seen} what */
  function see(what) {
    if (seen[what]) return;
    seen[what] = true;
    look();
  }

  reader.onShow(({ page: shown }) => shown && shown.title !== page && see("other"));
  work.onChange(look);
  for (const kind of ["wheel", "pointerdown", "keydown"]) reader.scroller.addEventListener(kind, () => see("read"), { passive: true });
  cards.addEventListener("focusin", () => see("read")); // whoever begins to write has read
  cards.addEventListener("focusout", () => requestAnimationFrame(look));
  // A hint is looked at where it stands; where there is none, there is nothing to look at.
  for (const kind of ["pointerover", "focusin"]) {
    cards.addEventListener(kind, ({ target }) => {
      if (allWritten() && target instanceof Element && target.closest(".hints, .expected")) see("hints");
    });
  }
  look();
}

/** @param {import("../types.js").ClaimType} type */
function field(type) {
  return need(`#claim-${type}`, HTMLTextAreaElement);
}
