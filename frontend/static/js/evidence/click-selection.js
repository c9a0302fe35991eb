/**
 * Clicks and keys on the page: a link is followed by the reader, everything else citable is chosen here. With Alt a click
 * chooses on a link too.
 */

/**
 * @param {HTMLElement} reader
 * @param {(element: HTMLElement) => void} pick
 */
export function listenForSelection(reader, pick) {
  reader.addEventListener("click", (event) => {
    const element = citable(event.target);
    if (!element) return;
    if (event.altKey) event.preventDefault(); // or the browser would save what the link leads to
    if (event.altKey || (!overLink(event.target) && !selectsText(element))) pick(element);
  });
  reader.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const element = event.target instanceof HTMLElement ? event.target : null;
    if (!element?.matches(".citable")) return; // a link inside it keeps its own Enter
    event.preventDefault();
    pick(element);
  });
}

/**
 * @param {EventTarget|null} target
 * @returns {HTMLElement|null} what is chosen there: of a list item the whole line counts, beside its words too
 */
export function citable(target) {
  if (!(target instanceof Element)) return null;
  const found = target.matches("li") ? target.querySelector(":scope > .citable") : target.closest(".citable");
  return found instanceof HTMLElement ? found : null;
}

/** @param {EventTarget|null} target */
function overLink(target) {
  return target instanceof Element && target.closest("a") !== null;
}

/** Whoever drags over words to copy them does not mean to choose the sentence. @param {HTMLElement} element */
function selectsText(element) {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
