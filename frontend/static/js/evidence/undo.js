/** What can be undone and redone. Pure. */

import { REFINEMENTS } from "./refinements.js";

/** @typedef {import("../types.js").Undo} Undo */
/** @typedef {import("../types.js").Command} Command */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").DraftBody} DraftBody */

const KEPT = 200;
const KEPT_ELEMENTS = 4000; // all of it is written into the browser's storage with every change

/** @returns {Undo} */
export function nothingDone() {
  return { done: [], undone: [] };
}

/** @param {Undo} undo  @param {Command} command  @returns {Undo} */
export function remembered(undo, command) {
  return { done: shortened([...undo.done.slice(1 - KEPT), command]), undone: [] };
}

/** The last one always stays, however large. @param {Command[]} done */
function shortened(done) {
  let room = KEPT_ELEMENTS;
  const tooOld = done.findLastIndex((command, number) => (room -= weight(command)) < 0 && number < done.length - 1);
  return done.slice(tooOld + 1);
}

/** @param {Command} command  @returns {number} about how many ids it holds */
function weight({ parts }) {
  return parts.reduce((sum, part) => sum + weightOf(part), 0);
}

/** @param {Part} part */
function weightOf(part) {
  if (part.kind === "evidence") return part.runs.reduce((sum, { ids }) => sum + ids.length, 0);
  if ("steps" in part) return 2 * part.steps.length;
  return part.kind === "order" ? part.moves.length : 1;
}

/** @param {Undo} undo  @returns {{command: Command, undo: Undo}|null} the command to take back */
export function stepBack({ done, undone }) {
  const command = done.at(-1);
  return command ? { command, undo: { done: done.slice(0, -1), undone: [...undone, command] } } : null;
}

/** @param {Undo} undo  @returns {{command: Command, undo: Undo}|null} the command to do again */
export function stepForward({ done, undone }) {
  const command = undone.at(-1);
  return command ? { command, undo: { done: [...done, command], undone: undone.slice(0, -1) } } : null;
}

/**
 * What a browser has kept, which may be of another version: single selections as they were once kept become commands,
 * what is not understood ends the history there, since nothing before it can be taken back in order.
 * @param {unknown} kept
 * @returns {Undo}
 */
export function understood(kept) {
  const { done, undone } = /** @type {{done?: unknown, undone?: unknown}} */ (kept ?? {});
  return { done: commandsOf(done), undone: commandsOf(undone) };
}

/** @param {unknown} kept  @returns {Command[]} the last ones */
function commandsOf(kept) {
  const all = Array.isArray(kept) ? kept.map(deedFrom) : [];
  return /** @type {Command[]} */ (all.slice(all.lastIndexOf(null) + 1));
}

/** @param {any} kept  @returns {Command|null} */
function deedFrom(kept) {
  if (typeof kept?.id === "string" && typeof kept.added === "boolean") {
    const { set, id, index, added } = kept;
    return { at: set, parts: [{ kind: "evidence", runs: [{ set, at: index, ids: [id], added }] }] };
  }
  return Number.isInteger(kept?.at) && Array.isArray(kept.parts) && kept.parts.every(isPart) ? kept : null;
}

/** @param {any} part  @returns {part is Part} */
function isPart(part) {
  if (part?.kind === "evidence") return Array.isArray(part.runs);
  if (REFINEMENTS.includes(part?.kind)) return Array.isArray(part.steps) && part.steps.every((/** @type {any} */ step) => typeof step?.on === "boolean");
  if (part?.kind === "order") return Array.isArray(part.moves);
  return ["add", "remove", "look", "verdict", "challenge", "suggestion"].includes(part?.kind);
}
