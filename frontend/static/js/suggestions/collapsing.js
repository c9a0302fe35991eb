/** The suggestions folded up to one line, and this browser remembers it. */
import { need } from "../common/dom.js";

const KEY = "attest:suggestions-folded";

/** @param {HTMLElement} list */
export function setUpFolding(list) {
  const button = need("#suggested-fold", HTMLButtonElement);

  /** @param {boolean} folded */
  function fold(folded) {
    list.hidden = folded;
    button.setAttribute("aria-expanded", String(!folded));
  }

  button.addEventListener("click", () => {
    fold(!list.hidden);
    try {
      localStorage.setItem(KEY, list.hidden ? "1" : "");
    } catch {
      // Folded, but not remembered.
    }
  });
  fold(wasFolded());
  return { button, unfold: () => fold(false) };
}

function wasFolded() {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}
