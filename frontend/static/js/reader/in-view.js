/**
 * What a person sees now, found without measuring the page: a position is asked for what stands there. Far parts of a
 * long page are not laid out, and measuring anything in them would do it.
 */

const LINES = [4, 26, 52, 90]; // pixels from the edge; between two paragraphs there is nothing to be found
const CONTAINERS = "#reader-frame, #beside-frame, article, .article-body, .part, .wikitable-frame, .infobox-frame, table, tbody, thead, tr, ul, ol";

/** @param {Element} element  of a page  @returns {HTMLElement} what its page scrolls in */
export function scrollerOf(element) {
  return /** @type {HTMLElement} */ (element.closest("#reader-scroll, #beside-scroll"));
}

/** @param {HTMLElement} scroller  @returns {Element[]} what stands along the upper edge of what is seen; none if nothing does */
export function atTop(scroller) {
  return firstFound(scroller, LINES);
}

/** @param {HTMLElement} scroller  @returns {Element[]} what stands along its lower edge */
export function atBottom(scroller) {
  return firstFound(scroller, LINES.map((line) => scroller.clientHeight - line));
}

/** @param {HTMLElement} scroller  @param {number[]} lines */
function firstFound(scroller, lines) {
  for (const line of lines) {
    const found = onLine(scroller, line);
    if (found.length > 0) return found;
  }
  return [];
}

/** @param {HTMLElement} scroller  @param {number} fromTop  pixels  @returns {Element[]} */
function onLine(scroller, fromTop) {
  const { left, top, width } = scroller.getBoundingClientRect();
  return [0.08, 0.35, 0.65, 0.92].flatMap((share) => {
    const found = document.elementFromPoint(left + width * share, top + fromTop);
    return found && scroller.contains(found) && found !== scroller && !found.matches(CONTAINERS) ? [found] : [];
  });
}

/**
 * @template {Node} N
 * @param {ArrayLike<N>} nodes  in page order
 * @param {Node} place
 * @returns {number} how many of the nodes stand before the place, or are it
 */
export function countBefore(nodes, place) {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const after = nodes[middle].compareDocumentPosition(place) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY);
    if (after || nodes[middle] === place) low = middle + 1;
    else high = middle;
  }
  return low;
}
