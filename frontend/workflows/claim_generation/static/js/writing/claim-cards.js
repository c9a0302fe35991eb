/** The three cards: their fields, and the claim that the third is made from. */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { TYPES } from "./draft-shape.js";

/** @typedef {import("../types.js").ClaimType} ClaimType */

/** @param {ClaimType} type */
export function textOf(type) {
  return need(`#claim-${type}`, HTMLTextAreaElement);
}

/** @param {import("./writing-work.js").WritingWork} work */
export function createClaimCards(work) {
  /** @param {ClaimType} type */
  const challengeOf = (type) => need(`#challenge-${type}`, HTMLSelectElement);

  /** @param {ClaimType} type */
  function explain(type) {
    const chosen = challengeOf(type).selectedOptions[0];
    need(`[data-explains="${type}"]`, HTMLElement).textContent = chosen?.dataset.explanation ?? "";
  }

  function showMutated() {
    const shownThere = need("[data-mutated]", HTMLElement);
    const type = /** @type {ClaimType} */ (shownThere.dataset.mutated);
    const text = work.body().claims[type].text.trim();
    shownThere.textContent = text || word("mutatedMissing", { type });
    shownThere.classList.toggle("is-missing", !text);
  }

  function draw() {
    for (const type of TYPES) {
      const { text, challenge } = work.body().claims[type];
      textOf(type).value = text;
      challengeOf(type).value = challenge;
      explain(type);
    }
    showMutated();
  }

  /** Somebody may have begun to write while the page was still loading. */
  function takeEarlyWords() {
    for (const type of TYPES) {
      const { value } = textOf(type);
      if (value && !work.body().claims[type].text) work.write(type, value);
    }
  }

  for (const type of TYPES) {
    textOf(type).addEventListener("input", () => work.write(type, textOf(type).value));
    textOf(type).addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.ctrlKey) event.preventDefault(); // a claim is one line
    });
    challengeOf(type).addEventListener("change", () => work.expect(type, challengeOf(type).value));
  }
  work.onChange(({ kind, type }) => {
    if (kind === "all") draw();
    if (kind === "challenge" && type) explain(type);
    if (kind === "text") showMutated();
  });
  takeEarlyWords();
  draw();
}
