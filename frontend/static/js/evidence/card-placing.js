/** Cards put into their list: those that stand right stay where they are, and so does the person's focus. */

/** Moves as few as possible. @param {HTMLElement} list  @param {HTMLElement[]} cards */
export function placeCards(list, cards) {
  const wanted = new Set(cards);
  for (const old of [...list.children]) if (old instanceof HTMLElement && !wanted.has(old)) old.remove();
  let next = list.firstElementChild;
  for (const card of cards) {
    if (card === next) next = next.nextElementSibling;
    else list.insertBefore(card, next);
  }
}

/** A person stays on the button they stood on, though its card was made anew. @param {HTMLElement} card  @param {HTMLElement} old */
export function keepFocus(card, old) {
  const name = nameOf(document.activeElement);
  queueMicrotask(() => {
    if (old.isConnected || !card.isConnected) return;
    const same = [...card.querySelectorAll("button")].find((button) => nameOf(button) === name);
    (same ?? card.querySelector("button"))?.focus({ preventScroll: true });
  });
}

/** @param {Element|null} button  what it does, as its attributes tell */
function nameOf(button) {
  return button instanceof HTMLElement ? `${button.className} ${JSON.stringify(button.dataset)}` : "";
}
