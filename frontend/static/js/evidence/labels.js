/** The label of each evidence set, in projects whose verifiers give one: the verdict that the set leads to. Pure. */

/** @typedef {import("../types.js").DraftBody} DraftBody */
/** @typedef {import("../types.js").Part} Part */

/** @param {Pick<DraftBody, "sets"|"labels">} body  @param {number} set  @returns {string} "" of a set without lines */
export function labelOf({ sets, labels }, set) {
  return (sets[set]?.length ?? 0) > 0 ? (labels?.[set] ?? "") : "";
}

/** The verdict on the claim: the one that was chosen, else the label of the first set that has one. @param {DraftBody} body */
export function verdictOf(body) {
  return body.verdict || (body.sets.map((_, set) => labelOf(body, set)).find(Boolean) ?? "");
}

/** All that the sets lead to, the verdict first. @param {DraftBody} body  @returns {string[]} */
export function verdictsOf(body) {
  const labels = body.verdict ? [] : body.sets.map((_, set) => labelOf(body, set)).filter(Boolean);
  return [...new Set([verdictOf(body), ...labels])];
}

/** @param {string[]|undefined} labels  @param {number} set  @param {string} after  @returns {Part|null} */
export function labelling(labels, set, after) {
  const before = labels?.[set] ?? "";
  return labels && before !== after ? { kind: "label", set, before, after } : null;
}

/** Sets with lines and no label, counted from 0. @param {DraftBody} body  @returns {number[]} */
export function unlabelled(body) {
  return body.labels ? body.sets.flatMap((ids, set) => (ids.length > 0 && !labelOf(body, set) ? [set] : [])) : [];
}
