/** Shows where an element is: scrolls to it and lets it light up for a moment. */

/** @param {HTMLElement} element */
export function flash(element) {
  element.scrollIntoView({ block: "center", inline: "nearest" });
  element.classList.remove("is-flashing");
  requestAnimationFrame(() => element.classList.add("is-flashing"));
  element.addEventListener("animationend", () => element.classList.remove("is-flashing"), { once: true });
}
