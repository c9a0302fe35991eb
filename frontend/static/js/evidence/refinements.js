/**
 * What a person changes about a chosen element, by set: context left out (`dropped`), context added (`added`), the sentence
 * that goes on with it (`joined`). Each is kept as element -> other elements. Pure.
 */

/** @typedef {import("../types.js").Refinement} Refinement */
/** @typedef {import("../types.js").RefineStep} RefineStep */
/** @typedef {import("../types.js").DraftBody} DraftBody */

/** @type {("dropped"|"added"|"joined")[]} */
export const REFINEMENTS = ["dropped", "added", "joined"];

/**
 * @param {Refinement[]} refinements  beside the sets
 * @param {RefineStep[]} steps
 * @returns {Refinement[]}
 */
export function refined(refinements, steps) {
  const result = [...refinements];
  for (const set of new Set(steps.map((step) => step.set))) result[set] = { ...result[set] };
  for (const { set, of, id, on } of steps) {
    const others = (result[set][of] ?? []).filter((each) => each !== id);
    const left = on ? [...others, id] : others;
    if (left.length > 0) result[set][of] = left;
    else delete result[set][of];
  }
  return result;
}

/** @param {RefineStep[]} steps  @returns {RefineStep[]} what takes them back */
export function unrefined(steps) {
  return steps.map((step) => ({ ...step, on: !step.on })).reverse();
}

/**
 * @param {Refinement[]} refinements
 * @param {number} set
 * @param {string[]} of  chosen elements
 * @param {string} id
 * @param {boolean} on
 * @returns {RefineStep[]} for those of which it is not so yet
 */
export function refining(refinements, set, of, id, on) {
  const differing = of.filter((each) => (refinements[set][each] ?? []).includes(id) !== on);
  return differing.map((each) => ({ set, of: each, id, on }));
}

/**
 * @param {Refinement[]} refinements
 * @param {number} set
 * @param {string[]} gone  elements that leave the set
 * @param {"dropped"|"added"|"joined"} kind
 * @returns {RefineStep[]} what goes with them: their own, and that a sentence goes on with one of them
 */
export function forgetting(refinements, set, gone, kind) {
  const leaving = new Set(gone);
  const steps = Object.entries(refinements[set]).flatMap(([of, ids]) =>
    ids.flatMap((id) => (leaving.has(of) || (kind === "joined" && leaving.has(id)) ? [{ set, of, id, on: false }] : [])),
  );
  return steps.reverse(); // so that taking them back leaves them in the order in which they were
}

/**
 * @param {Refinement[]} refinements
 * @param {number} from
 * @param {number} to
 * @param {string[]} fresh  elements that come from one set into the other
 * @param {"dropped"|"added"|"joined"} kind
 * @param {(id: string) => boolean} has  whether the other set has the element then
 * @returns {RefineStep[]}
 */
export function carrying(refinements, from, to, fresh, kind, has) {
  return fresh.flatMap((of) =>
    (refinements[from][of] ?? []).flatMap((id) => (kind !== "joined" || has(id) ? [{ set: to, of, id, on: true }] : [])),
  );
}
