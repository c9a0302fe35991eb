/** What still keeps a verification from being submitted. Pure; the server checks again. */

/** @typedef {import("../types.js").DraftBody} DraftBody */
/** @typedef {{field: "evidence_sets"|"verdict"|"challenge", word: string, values?: Record<string, number>}} Problem */

/** @param {DraftBody} body  @returns {Problem[]} at most one for each field */
export function problems(body) {
  /** @type {Problem[]} */
  const found = [];
  const twins = identicalSets(body.sets);
  if (body.sets.every((ids) => ids.length === 0)) found.push({ field: "evidence_sets", word: "evidenceMissing" });
  else if (twins) {
    const values = { first: twins[0] + 1, second: twins[1] + 1 };
    found.push({ field: "evidence_sets", word: "setsIdentical", values });
  }
  if (!body.verdict) found.push({ field: "verdict", word: "verdictMissing" });
  if (!body.challenge) found.push({ field: "challenge", word: "challengeMissing" });
  return found;
}

/** @param {string[][]} sets  @returns {[number, number]|null} two filled sets of the same elements, in any order */
export function identicalSets(sets) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const [number, ids] of sets.entries()) {
    const key = JSON.stringify([...ids].sort());
    const twin = seen.get(key);
    if (ids.length > 0 && twin !== undefined) return [twin, number];
    seen.set(key, number);
  }
  return null;
}
