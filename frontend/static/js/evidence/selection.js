/** Evidence sets as plain values. Pure: every function answers new sets and leaves the old ones as they were. */

/** @typedef {import("../types.js").Step} Step */

/**
 * @param {string[][]} sets
 * @param {number} set
 * @param {string} id
 * @returns {Step} what a click on the element means: removal where it is in the set, else addition at the end
 */
export function toggling(sets, set, id) {
  const index = sets[set].indexOf(id);
  return index >= 0 ? { set, id, index, added: false } : { set, id, index: sets[set].length, added: true };
}

/**
 * @param {string[][]} sets
 * @param {Step} step
 * @returns {string[][]}
 */
export function applied(sets, step) {
  return sets.map((ids, number) => {
    if (number !== step.set) return ids;
    const others = ids.filter((id) => id !== step.id);
    return step.added ? [...others.slice(0, step.index), step.id, ...others.slice(step.index)] : others;
  });
}

/** @param {Step} step  @returns {Step} */
export function reversed(step) {
  return { ...step, added: !step.added };
}
