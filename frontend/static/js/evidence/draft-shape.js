/** What a verifier's draft holds, for the modules that keep drafts. Pure. */

/** @typedef {import("../types.js").DraftBody} DraftBody */

/**
 * @param {number} sets  how many evidence sets the project has
 * @returns {import("../types.js").DraftShape}
 */
export function verificationShape(sets) {
  return {
    completed: (body) => completed(body, sets),
    same: (one, other) => other !== null && JSON.stringify(chosen(one)) === JSON.stringify(chosen(other)),
  };
}

/**
 * @param {Partial<DraftBody>} body  a draft that was never saved is empty
 * @param {number} max
 * @returns {DraftBody}
 */
function completed(body, max) {
  const given = body.sets ?? [];
  const sets = Array.from({ length: Math.max(max, given.length) }, (_, number) => given[number] ?? []);
  const active = body.active_set ?? 0;
  const { verdict = "", challenge = "", place = {} } = body;
  return { sets, active_set: active in sets ? active : 0, verdict, challenge, place };
}

/** Where the reader was does not count. @param {import("../types.js").Body} body */
function chosen({ sets, verdict, challenge }) {
  return [sets, verdict, challenge];
}
