/** The words at the top right that say whether everything is on the server. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { word } from "../common/words.js";

/** @typedef {import("./sender.js").SavedState} SavedState */

const WORDS = { saved: "saved", saving: "saving", offline: "offline", "logged-out": "loggedOutShort", refused: "refused" };
/** @type {Partial<Record<SavedState, string>>} Where this computer keeps nothing, nobody may be told that it does. */
const UNSTORED = { offline: "offlineUnstored", "logged-out": "loggedOutUnstored", refused: "refusedUnstored" };

/** @param {() => boolean} isStored  whether this computer keeps the outbox */
export function createSavedState(isStored) {
  const line = need("#saved-state", HTMLElement);
  const text = need("[data-text]", HTMLElement, line);
  let trouble = false;

  /** @param {SavedState} state */
  return function show(state) {
    const words = word(isStored() ? WORDS[state] : (UNSTORED[state] ?? WORDS[state]));
    if (line.dataset.state === state && text.textContent === words) return;
    line.dataset.state = state;
    text.textContent = words;
    const troubled = state !== "saved" && (state !== "saving" || trouble);
    if (troubled !== trouble) announce(words);
    trouble = troubled;
  };
}
