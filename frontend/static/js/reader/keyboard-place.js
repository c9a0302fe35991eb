/** Where on the page the keyboard goes on: what is in view, and which element stands at a place or next after it. */
import { atTop, countBefore } from "./in-view.js";

const EDGE = 4; // pixels: less than this of an element is not seen

/** @param {HTMLElement} scroller  @param {Element} element */
export function isInView(scroller, element) {
  const own = element.getBoundingClientRect();
  const pane = scroller.getBoundingClientRect();
  return own.height > 0 && own.bottom > pane.top + EDGE && own.top < pane.bottom - EDGE;
}

/**
 * @param {HTMLElement[]} elements  that can be selected, in page order
 * @param {Node} place
 * @returns {HTMLElement|undefined} the one that the place is in, else the first after it, else the last of the page
 */
export function elementAt(elements, place) {
  const own = (place instanceof Element ? place : place.parentElement)?.closest(".citable");
  return own instanceof HTMLElement ? own : (elements[countBefore(elements, place)] ?? elements.at(-1));
}

/**
 * @param {HTMLElement} scroller
 * @param {HTMLElement[]} elements  that can be selected, in page order
 * @returns {HTMLElement|undefined} the first that is seen
 */
export function firstSeen(scroller, elements) {
  const found = atTop(scroller);
  const top = found.find((each) => each.closest(".citable") && !isStuck(scroller, each)) ?? found[0];
  if (!top) return undefined;
  return isStuck(scroller, top) ? belowHead(top) : elementAt(elements, top);
}

/** A header row that follows the page stands before cells far above. @param {HTMLElement} scroller  @param {Element} element */
function isStuck(scroller, element) {
  const table = element.closest("thead")?.closest("table");
  return table ? table.getBoundingClientRect().top < scroller.getBoundingClientRect().top - EDGE : false;
}

/** @param {Element} element  of a header row  @returns {HTMLElement|undefined} the first element of the row that is seen below it */
function belowHead(element) {
  const edge = element.closest("thead")?.getBoundingClientRect().bottom ?? 0;
  const rows = [...(element.closest("table")?.querySelectorAll("tbody tr") ?? [])];
  const row = rows.find((each) => each.getBoundingClientRect().bottom > edge + EDGE);
  const found = row?.querySelector(".citable");
  return found instanceof HTMLElement ? found : undefined;
}
