/** What the writer has done: the claims, their mutations, and the hints dismissed. Whatever shows or keeps it listens. */
import { nothingDone } from "../evidence/undo.js";
import { withClaims } from "./draft-shape.js";

/** @typedef {import("./draft-shape.js").SentenceBody} SentenceBody */
/** @typedef {{kind: "claims"|"box"|"step"|"dismissed"|"all", number?: number, type?: string}} SentenceChange */
/** @typedef {ReturnType<typeof createSentenceWork>} SentenceWork */

/** @param {SentenceBody} start */
export function createSentenceWork(start) {
  let body = start;
  /** @type {((change: SentenceChange) => void)[]} */
  const listeners = [];

  /** @param {SentenceChange} change  @param {SentenceBody} next */
  function become(change, next) {
    body = next;
    listeners.forEach((listener) => listener(change));
  }

  return {
    body: () => body,
    undoable: nothingDone, // a text field undoes by itself
    /** @param {(change: SentenceChange) => void} listener */
    onChange: (listener) => void listeners.push(listener),
    /** @param {string} text */
    writeClaims: (text) => become({ kind: "claims" }, withClaims(body, text)),
    /** @param {number} number  of the claim  @param {string} type  @param {string} text */
    writeBox(number, type, text) {
      const boxes = body.boxes.map((each, at) => (at === number ? { ...each, [type]: text } : each));
      become({ kind: "box", number, type }, { ...body, boxes });
    },
    goOn: () => become({ kind: "step" }, { ...body, mutating: true }),
    /** @param {string} hint */
    dismiss: (hint) => become({ kind: "dismissed" }, { ...body, dismissed: [...body.dismissed, hint] }),
    /** @param {SentenceBody} other  taken over from the server */
    replace: (other) => become({ kind: "all" }, other),
    moveTo() {},
  };
}
