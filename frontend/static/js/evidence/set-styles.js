/** Names and colours of evidence sets. Pure. */

/** @typedef {import("../types.js").Look} Look */
/** @typedef {import("../types.js").Colour} Colour */

export const COLOURS = /** @type {Colour[]} */ (["yellow", "blue", "green", "pink", "orange", "violet"]);
export const LONGEST_NAME = 40;

/** @param {number} set  @returns {Look} how a set looks that nobody has named */
export function defaultLook(set) {
  return { name: "", colour: COLOURS[set % COLOURS.length] };
}

/** @param {Partial<Look>|undefined} given  @param {number} set  @returns {Look} */
export function wholeLook(given, set) {
  const colour = COLOURS.find((each) => each === given?.colour) ?? defaultLook(set).colour;
  return { name: String(given?.name ?? "").slice(0, LONGEST_NAME), colour };
}
