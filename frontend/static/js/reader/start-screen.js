/** The calm page one starts on: a search box, and the pages already opened for this claim. */
import { make, need, shown } from "../common/dom.js";

const SHOWN = 12;

/**
 * @param {HTMLElement} frame
 * @param {string[]} visited  oldest first
 * @param {(form: HTMLFormElement) => HTMLInputElement} equip  makes the form a search box
 */
export function setUpStartScreen(frame, visited, equip) {
  const form = frame.querySelector("form.search-box");
  if (!(form instanceof HTMLFormElement)) return;
  const input = equip(form);
  if (matchMedia("(hover: hover)").matches) input.focus(); // on a touch screen this would open the keyboard
  const recent = need("[data-recent]", HTMLElement, frame);
  recent.hidden = visited.length === 0;
  const lines = visited.slice(-SHOWN).reverse().map((title) => make("li", {}, linkTo(title)));
  need("ul", HTMLElement, recent).replaceChildren(...lines);
}

/** @param {string} title */
function linkTo(title) {
  return make("a", { href: "#", "data-title": title }, shown(title));
}
