/** What a claim writer's draft holds, for the modules that keep drafts. Pure. */

/** @typedef {import("../types.js").WritingBody} WritingBody */
/** @typedef {import("../types.js").ClaimType} ClaimType */

export const TYPES = /** @type {ClaimType[]} */ (["I", "II", "III"]);

/**
 * @param {string} page  of the highlight: where one begins
 * @returns {import("../types.js").DraftShape}
 */
export function writingShape(page) {
  return {
    completed: (body) => completed(body, page),
    same: (one, other) => other !== null && JSON.stringify(one.claims) === JSON.stringify(other.claims),
  };
}

/** @param {Partial<WritingBody>} body  a draft that was never saved is empty  @param {string} page  @returns {WritingBody} */
function completed(body, page) {
  const claims = /** @type {WritingBody["claims"]} */ ({});
  for (const type of TYPES) {
    const { text = "", challenge = "" } = body.claims?.[type] ?? {};
    claims[type] = { text, challenge };
  }
  const place = body.place?.title || body.place?.search ? body.place : { title: page };
  return { claims, dismissed: body.dismissed ?? [], place, bookmarks: body.bookmarks ?? [] };
}
