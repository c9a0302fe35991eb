/** Brings a place of the page into view, and keeps it there while far parts get their true height. */

import { arriveNow } from "./page-opening.js";

const FRAMES = 3; // parts around the place are laid out in the frames after it came into view

/** @param {HTMLElement} scroller  @param {Range} range */
export function showRange(scroller, range) {
  const element = range.startContainer.parentElement ?? scroller;
  arriveNow(element);
  settle(element, () => {
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = range.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) {
      scroller.scrollBy({ top: box.top - frame.top - frame.height / 3 });
    }
  });
}

/** @type {WeakMap<Element, () => void>} article -> what brings into view what was asked for last */
const latest = new WeakMap();

/**
 * @param {Element} element  of the article, which is to be seen
 * @param {() => void} place  brings it into view; called again while the page still moves, unless something else is to be seen
 */
export function settle(element, place) {
  const page = element.closest("article") ?? element;
  latest.set(page, place);
  let left = FRAMES;
  const again = () => {
    if (latest.get(page) !== place) return;
    place();
    left -= 1;
    if (left > 0) requestAnimationFrame(again);
  };
  again();
}
