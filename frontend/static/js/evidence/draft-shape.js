/** What a verifier's draft holds, for the modules that keep drafts. Pure. */
import { REFINEMENTS } from "./refinements.js";
import { wholeLook } from "./set-styles.js";

/** @typedef {import("../types.js").DraftBody} DraftBody */

export const FIRST_SETS = 3; // more come when a person asks for them

/**
 * @param {number} most  how many evidence sets the project has at most
 * @param {boolean} [labelled]  whether each set has a label
 * @returns {import("../types.js").DraftShape}
 */
export function verificationShape(most, labelled = false) {
  return {
    completed: (body) => withLabels(completed(body, most), labelled),
    same: (one, other) => other !== null && JSON.stringify(chosen(one, most)) === JSON.stringify(chosen(other, most)),
  };
}

/** @param {DraftBody} body  @param {boolean} labelled  @returns {DraftBody} */
function withLabels(body, labelled) {
  const { labels, ...rest } = body; // of a project that showed lines before: gone
  return labelled ? { ...body, labels: body.sets.map((_, number) => labels?.[number] ?? "") } : rest;
}

/**
 * @param {Partial<DraftBody>} body  a draft that was never saved is empty; one of an earlier version lacks parts
 * @param {number} most
 * @returns {DraftBody}
 */
function completed(body, most) {
  const given = body.sets ?? [];
  const wanted = Math.max(Math.min(FIRST_SETS, most), setsOf(body));
  const sets = Array.from({ length: wanted }, (_, number) => given[number] ?? []);
  const [dropped, added, joined] = REFINEMENTS.map((kind) => sets.map((_, number) => body[kind]?.[number] ?? {}));
  const looks = sets.map((_, number) => wholeLook(body.looks?.[number], number));
  const active = body.active_set ?? 0;
  const { verdict = "", challenge = "", unsure = false, place = {}, bookmarks = [] } = body;
  const decided = { verdict, challenge, unsure };
  return { ...body, sets, dropped, added, joined, looks, active_set: active in sets ? active : 0, ...decided, place, bookmarks };
}

/**
 * Sets that this page wrote stay, empty or not. Before, a body came with as many as the project had at most.
 * @param {Partial<DraftBody>} body
 */
function setsOf({ sets = [], looks }) {
  return looks ? sets.length : sets.findLastIndex((ids) => ids.length > 0) + 1;
}

/** Where the reader was does not count, nor which set was shown, nor bookmarks. @param {import("../types.js").Body} body  @param {number} most */
function chosen(body, most) {
  const { sets, looks, labels, verdict, challenge, unsure, contradictions = [], ...rest } = completed(body, most);
  const refined = REFINEMENTS.map((kind) => rest[kind].map((each) => Object.entries(each).sort()));
  return [sets, refined, looks, sets.map((_, number) => labels?.[number] ?? ""), verdict, challenge, unsure, contradictions];
}
