/** Element ids on evidence cards: off, until somebody wants them; this browser remembers it. */
import { need } from "../common/dom.js";

const KEY = "attest:element-ids";

export function setUpElementIds() {
  const button = need("#element-ids", HTMLButtonElement);
  const room = need("#workspace", HTMLElement);

  /** @param {boolean} wanted */
  function show(wanted) {
    room.toggleAttribute("data-element-ids", wanted);
    button.setAttribute("aria-pressed", String(wanted));
  }

  button.addEventListener("click", () => {
    const wanted = !room.hasAttribute("data-element-ids");
    show(wanted);
    try {
      localStorage.setItem(KEY, wanted ? "1" : "");
    } catch {
      // Shown, but not remembered.
    }
  });
  show(areWanted());
}

function areWanted() {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}
