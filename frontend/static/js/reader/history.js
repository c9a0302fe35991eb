/** Where the reader has been: back and forward, as a browser has them. Pure. */

/** @typedef {import("../types.js").Trail} Trail */
/** @typedef {import("../types.js").Place} Place */

const KEPT = 100;

/** @param {Place} place  @returns {Trail} */
export function trailFrom(place) {
  return { stops: [{ place, scroll: 0 }], index: 0 };
}

/** @param {Trail} trail */
export function here({ stops, index }) {
  return stops[index];
}

/**
 * The present stop turned out to be this place: what was typed is a title, or the words of a search. One step away from the
 * same place is none.
 * @param {Trail} trail
 * @param {Place} place
 * @returns {Trail}
 */
export function resolved({ stops, index }, place) {
  if (index > 0 && samePlace(stops[index - 1].place, place)) return { stops: stops.slice(0, index), index: index - 1 };
  return { stops: stops.map((stop, number) => (number === index ? { ...stop, place } : stop)), index };
}

/** @param {Trail} trail  @param {Place} place  @returns {Trail} what lay ahead is dropped */
export function walkedTo({ stops, index }, place) {
  const kept = [...stops.slice(Math.max(0, index + 2 - KEPT), index + 1), { place, scroll: 0 }];
  return { stops: kept, index: kept.length - 1 };
}

/** @param {Trail} trail  @param {-1|1} by  @returns {Trail|null} null at the end of the way */
export function stepped({ stops, index }, by) {
  return index + by in stops ? { stops, index: index + by } : null;
}

/**
 * @param {Trail} trail
 * @param {number} scroll
 * @param {import("../types.js").Seen|null} [seen]  what stood at the top: it is found again when heights have changed
 * @returns {Trail}
 */
export function scrolled({ stops, index }, scroll, seen = null) {
  const kept = stops.map((stop, number) => (number === index ? { ...stop, scroll, ...(seen ? { seen } : {}) } : stop));
  return { stops: kept, index };
}

/** @param {Place} one  @param {Place} other */
export function samePlace(one, other) {
  return one.title === other.title && one.search === other.search && one.typed === other.typed && (one.page ?? 1) === (other.page ?? 1);
}
