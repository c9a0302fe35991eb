/** Brings a place of the page into view, and keeps it there while far parts get their true height. */

import { arriveNow } from "./page-opening.js";

const FRAMES = 3; // parts around the place are laid out in the frames after it came into view

/** @param {HTMLElement} scroller  @param {Range} range */
export function showRange(scroller, range) {
  if (range.startContainer.parentElement) arriveNow(range.startContainer.parentElement);
  settle(() => {
    range.startContainer.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = range.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) {
      scroller.scrollBy({ top: box.top - frame.top - frame.height / 3 });
    }
  });
}

let latest = 0;

/** @param {() => void} place  brings it into view; called again while the page still moves, unless something else is to be seen */
export function settle(place) {
  const mine = ++latest;
  let left = FRAMES;
  const again = () => {
    if (mine !== latest) return;
    place();
    left -= 1;
    if (left > 0) requestAnimationFrame(again);
  };
  again();
}
