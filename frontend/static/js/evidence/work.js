/**
 * What the verifier has done: sets, verdict, challenge, place. The only module that changes it; everything
 * that shows or keeps it listens here.
 */
import { applied, reversed, toggling } from "./selection.js";
import { remembered, stepBack, stepForward } from "./undo.js";

/** @typedef {import("../types.js").DraftBody} DraftBody */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Undo} Undo */
/** @typedef {ReturnType<typeof createWork>} Work */

/** @param {DraftBody} start  @param {Undo} past */
export function createWork(start, past) {
  let body = start;
  let undo = past;
  /** @type {((change: Change) => void)[]} */
  const listeners = [];

  /** @param {Change} change  @param {Partial<DraftBody>} differing */
  function become(change, differing) {
    body = { ...body, ...differing };
    listeners.forEach((listener) => listener(change));
  }

  /** @param {Step} step */
  function take(step) {
    const changed = { sets: applied(body.sets, step), active_set: step.set };
    const moved = step.set !== body.active_set;
    become({ kind: "evidence", step }, changed);
    if (moved) become({ kind: "active" }, {});
  }

  return {
    body: () => body,
    undoable: () => undo,
    activeIds: () => body.sets[body.active_set],
    /** @param {(change: Change) => void} listener */
    onChange: (listener) => void listeners.push(listener),

    /** @param {string} id  @param {number} [set] */
    toggle(id, set = body.active_set) {
      const step = toggling(body.sets, set, id);
      undo = remembered(undo, step);
      take(step);
    },
    undo() {
      const back = stepBack(undo);
      if (!back) return;
      undo = back.undo;
      take(reversed(back.step));
    },
    redo() {
      const forward = stepForward(undo);
      if (!forward) return;
      undo = forward.undo;
      take(forward.step);
    },
    /** @param {number} set */
    activate(set) {
      if (set in body.sets && set !== body.active_set) become({ kind: "active" }, { active_set: set });
    },
    /** @param {string} verdict */
    decide: (verdict) => become({ kind: "verdict" }, { verdict }),
    /** @param {string} challenge */
    challenge: (challenge) => become({ kind: "challenge" }, { challenge }),
    /** @param {import("../types.js").Place} place */
    moveTo: (place) => become({ kind: "place" }, { place }),
    /** @param {DraftBody} other  taken over from the server */
    replace(other) {
      undo = { done: [], undone: [] };
      become({ kind: "all" }, other);
    },
  };
}
