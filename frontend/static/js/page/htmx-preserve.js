// @ts-check
// What is looked at again every second is exchanged, and must not go from under somebody's finger or keyboard.

export {};

/** @typedef {{shouldSwap: boolean, target: Element, requestConfig: {elt: Element}}} Swap */

/** @type {Element|null} */
let pressed = null;
/** @type {string|null} the button that had the keyboard, in words */
let stoodOn = null;

document.addEventListener("pointerdown", ({ target }) => void (pressed = target instanceof Element ? target : null), true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => void setTimeout(() => (pressed = null)), true); // after the click that it makes
}

/** @param {Element} element */
function looksAgain(element) {
  return element.getAttribute("hx-trigger")?.startsWith("every") ?? false;
}

/** @param {Element} within  @returns {HTMLElement[]} */
function reachable(within) {
  return [...within.querySelectorAll("a[href], button")].filter((each) => each instanceof HTMLElement);
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const swap = /** @type {Swap} */ (event.detail);
  if (!looksAgain(swap.requestConfig.elt)) return;
  if (pressed && swap.target.contains(pressed)) swap.shouldSwap = false; // there is another look in a second
  stoodOn = reachable(swap.target).find((each) => each === document.activeElement)?.textContent ?? null;
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (stoodOn === null || document.activeElement !== document.body || !(event.target instanceof Element)) return;
  reachable(event.target).find((each) => each.textContent === stoodOn)?.focus({ preventScroll: true });
});
