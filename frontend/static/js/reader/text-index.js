/**
 * The text of an article as one string, with the way back from a position to the text node it lies in. It is read in
 * short turns between which the browser can do what a person asks for: a page of 2 MB has 100,000 text nodes.
 */
import { folded } from "./find-text.js";

/** @typedef {{text: string, nodes: Text[], starts: number[], range: (start: number, end: number) => Range}} TextIndex */

const BLOCKS = "td, th, li, caption, p, h1, h2, h3, h4, h5, h6";
const TURN_MS = 6;

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} signal  aborted when the page is left
 * @returns {Promise<TextIndex|null>} null when aborted
 */
export async function createTextIndex(root, signal) {
  /** @type {Text[]} */
  const nodes = [];
  /** @type {number[]} */
  const starts = [];
  /** @type {string[]} */
  const pieces = [];
  let length = 0;
  let block = null;
  let until = performance.now() + TURN_MS;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, accept);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    if (block !== own) pieces.push("\n"); // words of two cells are not one phrase
    length += block !== own ? 1 : 0;
    block = own;
    nodes.push(node);
    starts.push(length);
    pieces.push(folded(node.data));
    length += node.data.length;
    if (performance.now() < until) continue;
    await nextTurn();
    if (signal.aborted) return null;
    until = performance.now() + TURN_MS;
  }
  return { text: pieces.join(""), nodes, starts, range: (start, end) => rangeOf(nodes, starts, start, end) };
}

/** @param {Text[]} nodes  @param {number[]} starts  @param {number} start  @param {number} end */
function rangeOf(nodes, starts, start, end) {
  const first = lastUpTo(starts, start);
  const last = lastUpTo(starts, end - 1);
  const range = new Range();
  range.setStart(nodes[first], start - starts[first]);
  range.setEnd(nodes[last], end - starts[last]);
  return range;
}

/**
 * @param {number[]} sorted
 * @param {number} value
 * @returns {number} the place of the last number that is not above the value; 0 if all are
 */
export function lastUpTo(sorted, value) {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Lets the browser answer keys and paint. @returns {Promise<void>} */
function nextTurn() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** @param {Node} node */
function accept(node) {
  if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
  return node.matches("script, details:not([open]), .contents") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
}
