/** The text of an article as one string, with the way back from a position to the text node it lies in. */
import { folded } from "./find-text.js";

const BLOCKS = "td, th, li, caption, p, h1, h2, h3, h4, h5, h6";

/** @param {HTMLElement} root */
export function createTextIndex(root) {
  /** @type {Text[]} */
  const nodes = [];
  /** @type {number[]} */
  const starts = [];
  const pieces = [];
  let length = 0;
  let block = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, acceptText);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    if (block !== own) pieces.push("\n"); // words of two cells are not one phrase
    length += block !== own ? 1 : 0;
    block = own;
    nodes.push(/** @type {Text} */ (node));
    starts.push(length);
    pieces.push(folded(node.nodeValue ?? ""));
    length += (node.nodeValue ?? "").length;
  }

  /** @param {number} position  @returns {number} the number of the node it lies in */
  function nodeAt(position) {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    text: pieces.join(""),
    /** @param {number} start  @param {number} end */
    range(start, end) {
      const first = nodeAt(start);
      const last = nodeAt(end - 1);
      const range = new Range();
      range.setStart(nodes[first], start - starts[first]);
      range.setEnd(nodes[last], end - starts[last]);
      return range;
    },
  };
}

/** @param {Node} node */
function acceptText(node) {
  const parent = node.parentElement;
  const outside = parent?.closest("script, details:not([open]), .contents");
  return outside ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
}
