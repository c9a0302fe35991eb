/** The text of an element as the corpus stores it: a drawn formula counts as its TeX. */

/** @param {Element|null|undefined} element  @returns {string} */
export function textOf(element) {
  if (!element) return "";
  if (element.querySelector(".formula") === null) return element.textContent ?? "";
  let text = "";
  for (const node of element.childNodes) {
    if (!(node instanceof Element)) text += node.nodeType === Node.TEXT_NODE ? node.textContent ?? "" : "";
    else text += node.matches(".formula") ? node.getAttribute("data-tex") ?? "" : textOf(node);
  }
  return text;
}
