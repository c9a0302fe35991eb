/** Says things to screen readers, through the page's one live region. */
import { need } from "./dom.js";

/** @param {string} text */
export function announce(text) {
  const region = need("#announcements", HTMLElement);
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text)); // the same words twice are read twice
}
