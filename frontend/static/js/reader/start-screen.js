/** The calm page one starts on: the pages already opened for this claim. One searches in the toolbar, as everywhere. */
import { make, need, shown } from "../common/dom.js";

const SHOWN = 12;

/**
 * @param {HTMLElement} frame
 * @param {string[]} visited  oldest first
 * @returns {boolean} whether the start screen is shown
 */
export function fillStartScreen(frame, visited) {
  const recent = frame.querySelector("[data-recent]");
  if (!(recent instanceof HTMLElement)) return false;
  recent.hidden = visited.length === 0;
  const lines = visited.slice(-SHOWN).reverse().map((title) => make("li", {}, linkTo(title, recent.dataset.recent ?? "")));
  need("ul", HTMLElement, recent).replaceChildren(...lines);
  return true;
}

/** @param {string} title  @param {string} address  of pages read by themselves */
function linkTo(title, address) {
  return make("a", { href: `${address}?${new URLSearchParams({ title })}`, "data-title": title }, shown(title));
}
