/** What of a draft is submitted. Pure. */

/**
 * Sets in which nothing was put are left out, and with them what stands beside them.
 * @param {import("../types.js").DraftBody} body
 */
export function prepared({ verdict, challenge, unsure, sets, dropped, added, joined, looks, contradictions = [] }) {
  const filled = sets.flatMap((ids, number) => (ids.length > 0 ? [number] : []));
  return {
    verdict,
    challenge,
    unsure,
    evidence_sets: filled.map((number) => sets[number]),
    dropped_context: filled.map((number) => dropped[number] ?? {}),
    added_context: filled.map((number) => added[number] ?? {}),
    joined_sentences: filled.map((number) => joined[number] ?? {}),
    looks: filled.map((number) => looks[number]),
    contradictions,
  };
}
