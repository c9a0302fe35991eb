/** What can be undone and redone. Pure. */

/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Undo} Undo */

const KEPT = 200;

/** @returns {Undo} */
export function nothingDone() {
  return { done: [], undone: [] };
}

/** @param {Undo} undo  @param {Step} step  @returns {Undo} */
export function remembered(undo, step) {
  return { done: [...undo.done.slice(1 - KEPT), step], undone: [] };
}

/** @param {Undo} undo  @returns {{step: Step, undo: Undo}|null} the step to take back */
export function stepBack({ done, undone }) {
  const step = done.at(-1);
  return step ? { step, undo: { done: done.slice(0, -1), undone: [...undone, step] } } : null;
}

/** @param {Undo} undo  @returns {{step: Step, undo: Undo}|null} the step to do again */
export function stepForward({ done, undone }) {
  const step = undone.at(-1);
  return step ? { step, undo: { done: [...done, step], undone: undone.slice(0, -1) } } : null;
}
