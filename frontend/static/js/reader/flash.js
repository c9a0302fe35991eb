/** Shows where an element is: scrolls to it and lets it light up for a moment. */
import { arriveNow } from "./page-opening.js";
import { settle } from "./show-range.js";

/** @param {HTMLElement} element */
export function flash(element) {
  arriveNow(element);
  settle(element, () => element.scrollIntoView({ block: "center", inline: "nearest" }));
  element.classList.remove("is-flashing");
  requestAnimationFrame(() => element.classList.add("is-flashing"));
  element.addEventListener("animationend", () => element.classList.remove("is-flashing"), { once: true });
}
