/** What the writer has done: three claims, the hints postponed, and the place. Whatever shows or keeps it listens here. */
import { nothingDone } from "../evidence/undo.js";

/** @typedef {import("../types.js").WritingBody} WritingBody */
/** @typedef {import("../types.js").ClaimType} ClaimType */
/** @typedef {{kind: "text"|"challenge"|"dismissed"|"place"|"bookmarks"|"all", type?: ClaimType}} WritingChange */
/** @typedef {ReturnType<typeof createWritingWork>} WritingWork */

/** @param {WritingBody} start */
export function createWritingWork(start) {
  let body = start;
  /** @type {((change: WritingChange) => void)[]} */
  const listeners = [];

  /** @param {WritingChange} change  @param {Partial<WritingBody>} differing */
  function become(change, differing) {
    body = { ...body, ...differing };
    listeners.forEach((listener) => listener(change));
  }

  /** @param {ClaimType} type  @param {Partial<import("../types.js").WrittenClaim>} differing */
  function changed(type, differing) {
    return { claims: { ...body.claims, [type]: { ...body.claims[type], ...differing } } };
  }

  return {
    body: () => body,
    undoable: nothingDone, // a text field undoes by itself
    /** @param {(change: WritingChange) => void} listener */
    onChange: (listener) => void listeners.push(listener),
    /** @param {ClaimType} type  @param {string} text */
    write: (type, text) => become({ kind: "text", type }, changed(type, { text })),
    /** @param {ClaimType} type  @param {string} challenge */
    expect: (type, challenge) => become({ kind: "challenge", type }, changed(type, { challenge })),
    /** @param {string} hint */
    dismiss: (hint) => become({ kind: "dismissed" }, { dismissed: [...body.dismissed, hint] }),
    /** @param {import("../types.js").Place} place */
    moveTo: (place) => become({ kind: "place" }, { place }),
    /** @param {import("../types.js").Bookmark[]} bookmarks */
    keepBookmarks: (bookmarks) => become({ kind: "bookmarks" }, { bookmarks }),
    /** @param {WritingBody} other  taken over from the server */
    replace: (other) => become({ kind: "all" }, other),
  };
}
