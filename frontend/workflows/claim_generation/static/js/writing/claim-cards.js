/** The three cards: their fields, and the claim that the third is made from. */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { TYPES } from "./draft-shape.js";

/** @typedef {import("../types.js").ClaimType} ClaimType */

/** @param {ClaimType} type */
export function textOf(type) {
  return need(`#claim-${type}`, HTMLTextAreaElement);
}

const EARLY = "attest:early:"; // what was typed in a tab before it knew that another one writes

/**
 * @param {import("./writing-work.js").WritingWork} work
 * @param {{assignment: string, writes: boolean}} tab  `writes`: what is typed here is kept
 */
export function createClaimCards(work, { assignment, writes }) {
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

  /** Somebody may have begun to write while the page was still loading, or in a tab that then took the work over. */
  function takeEarlyWords() {
    for (const type of TYPES) {
      const key = `${EARLY}${assignment}:${type}`;
      const value = textOf(type).value || sessionStorage.getItem(key);
      if (!writes && value) sessionStorage.setItem(key, value);
      if (!writes) continue;
      sessionStorage.removeItem(key);
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
