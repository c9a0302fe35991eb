/**
 * The suggestions folded up to one line. In a window with room for them beside two cards and the verdict this browser remembers
 * it; in a smaller one they are folded at first, and unfolded lie over the verdict until somebody goes there (css/suggestions.css).
 */
import { need } from "../common/dom.js";

const KEY = "attest:suggestions-folded";
const ROOMY = "(min-height: 56rem) and (min-width: 62.01rem), (max-height: 37rem), (max-width: 44rem)"; // the last two: all scrolls

/** @param {HTMLElement} list */
export function setUpFolding(list) {
  const button = need("#suggested-fold", HTMLButtonElement);
  const panel = need("#panel", HTMLElement);
  const roomy = matchMedia(ROOMY);

  /** @param {boolean} folded */
  function fold(folded) {
    list.hidden = folded;
    button.setAttribute("aria-expanded", String(!folded));
    if (!folded && !roomy.matches) {
      const below = panel.getBoundingClientRect().bottom - button.getBoundingClientRect().bottom;
      list.style.setProperty("--below", `${below}px`);
    }
  }

  /** What lies over the verdict is in nobody's way who goes there. */
  function makeWay() {
    if (!roomy.matches && !list.hidden) fold(true);
  }

  button.addEventListener("click", () => {
    const folded = list.hidden === false;
    fold(folded);
    if (roomy.matches) remember(folded);
  });
  need("#decision", HTMLElement).addEventListener("focusin", makeWay);
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || roomy.matches) return;
    makeWay();
    button.focus();
  });
  const begin = () => fold(!roomy.matches || wasFolded());
  roomy.addEventListener("change", begin);
  begin();
  return { button, unfold: () => fold(false) };
}

/** @param {boolean} folded */
function remember(folded) {
  try {
    localStorage.setItem(KEY, folded ? "1" : "");
  } catch {
    // Folded, but not remembered.
  }
}

function wasFolded() {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}
