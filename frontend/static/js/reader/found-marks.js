/** Marks found words without touching the page: CSS custom highlights, or the selection where there are none. */

/** @param {Range[]} ranges  @param {number} current  -1: none */
export function paintFound(ranges, current) {
  if (typeof Highlight === "undefined" || !CSS.highlights) return select(ranges[current]);
  CSS.highlights.set("found", new Highlight(...ranges));
  const one = new Highlight(...ranges.slice(current < 0 ? ranges.length : current, current + 1));
  one.priority = 1;
  CSS.highlights.set("found-current", one);
}

/** @param {Range|undefined} range */
function select(range) {
  const selection = getSelection();
  selection?.removeAllRanges();
  if (range) selection?.addRange(range);
}
