/** Clicks and keys on the page: a link is followed by the reader, everything else citable is chosen here. */

/**
 * @param {HTMLElement} reader
 * @param {(element: HTMLElement) => void} pick
 */
export function listenForSelection(reader, pick) {
  reader.addEventListener("click", (event) => {
    const element = citable(event.target);
    if (element && !overLink(event.target) && !selectsText(element)) pick(element);
  });
  reader.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const element = event.target instanceof HTMLElement ? event.target : null;
    if (!element?.matches(".citable")) return; // a link inside it keeps its own Enter
    event.preventDefault();
    pick(element);
  });
}

/** @param {EventTarget|null} target  @returns {HTMLElement|null} */
export function citable(target) {
  const found = target instanceof Element ? target.closest(".citable") : null;
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
