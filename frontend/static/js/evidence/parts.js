/** The parts of a command, from what changes; null where nothing does. Pure. */

/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Why} Why */

/**
 * @param {import("../types.js").Run[]} runs
 * @param {{why?: Why, from?: number, to?: number}} more
 * @returns {Part|null}
 */
export function evidence(runs, { why, ...sets }) {
  return runs.length > 0 ? { kind: "evidence", runs, ...(why && { why }), ...sets } : null;
}

/** @param {"dropped"|"added"|"joined"} kind  @param {import("../types.js").RefineStep[]} steps  @returns {Part|null} */
export function refinement(kind, steps) {
  return steps.length > 0 ? { kind, steps } : null;
}

/** @param {boolean} before  @param {boolean} after  @returns {Part|null} */
export function flag(before, after) {
  return before === after ? null : { kind: "unsure", before, after };
}

/** @param {"verdict"|"challenge"} kind  @param {string} before  @param {string} after  @returns {Part|null} */
export function decision(kind, before, after) {
  return before === after ? null : { kind, before, after };
}
