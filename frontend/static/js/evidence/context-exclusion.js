/** Context that was left out, by set and by chosen element. Pure. */

/** @typedef {import("../types.js").Dropped} Dropped */
/** @typedef {import("../types.js").DropStep} DropStep */

/**
 * @param {Dropped[]} dropped
 * @param {DropStep[]} steps
 * @returns {Dropped[]}
 */
export function refined(dropped, steps) {
  const result = [...dropped];
  for (const set of new Set(steps.map((step) => step.set))) result[set] = { ...result[set] };
  for (const { set, of, id, dropped: out } of steps) {
    const others = (result[set][of] ?? []).filter((each) => each !== id);
    const left = out ? [...others, id] : others;
    if (left.length > 0) result[set][of] = left;
    else delete result[set][of];
  }
  return result;
}

/** @param {DropStep[]} steps  @returns {DropStep[]} what takes them back */
export function unrefined(steps) {
  return steps.map((step) => ({ ...step, dropped: !step.dropped })).reverse();
}

/**
 * @param {Dropped[]} dropped
 * @param {number} set
 * @param {string[]} of  chosen elements
 * @param {string} id  of their context
 * @param {boolean} out
 * @returns {DropStep[]} for those of which it is not so yet
 */
export function dropping(dropped, set, of, id, out) {
  const differing = of.filter((each) => (dropped[set][each] ?? []).includes(id) !== out);
  return differing.map((each) => ({ set, of: each, id, dropped: out }));
}

/**
 * @param {Dropped[]} dropped
 * @param {number} from
 * @param {number} set
 * @param {string[]} of
 * @param {boolean} out
 * @returns {DropStep[]} all that was left out of these elements in set `from`, for set `set`
 */
export function allDrops(dropped, from, set, of, out) {
  const steps = of.flatMap((each) => (dropped[from][each] ?? []).map((id) => ({ set, of: each, id, dropped: out })));
  return out ? steps : steps.reverse(); // so that taking them back leaves them in the order in which they were
}
