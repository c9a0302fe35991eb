/** What of a draft is submitted. Pure. */
import { verdictOf } from "../evidence/labels.js";

/**
 * Sets in which nothing was put are left out, and with them what stands beside them.
 * @param {import("../types.js").DraftBody} body
 */
export function prepared(body) {
  const { challenge, unsure, sets, dropped, added, joined, looks, labels, contradictions = [] } = body;
  const filled = sets.flatMap((ids, number) => (ids.length > 0 ? [number] : []));
  return {
    verdict: verdictOf(body),
    challenge,
    unsure,
    evidence_sets: filled.map((number) => sets[number]),
    dropped_context: filled.map((number) => dropped[number] ?? {}),
    added_context: filled.map((number) => added[number] ?? {}),
    joined_sentences: filled.map((number) => joined[number] ?? {}),
    looks: filled.map((number) => looks[number]),
    ...(labels && { set_labels: filled.map((number) => (body.verdict ? "" : labels[number])) }),
    contradictions,
  };
}
