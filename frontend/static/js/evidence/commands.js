/**
 * A click becomes evidence here: the workspace turns it into a command, and `apply` returns the draft's fields that change.
 *
 * A command is a list of parts (evidence, context left out or added, order, look of a set, ...), so that it can be undone as a whole.
 * Pure: no DOM.
 */
import { REFINEMENTS, refined, unrefined } from "./refinements.js";
import { keptOf, withDismissed } from "../suggestions/draft-suggestions.js";
import { applied, movedBack, ordered, reversed, stepsOf } from "./selection.js";

/** @typedef {import("../types.js").DraftBody} DraftBody */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Command} Command */
/** @typedef {import("../types.js").Change} Change */

/**
 * @param {DraftBody} body
 * @param {Part} part
 * @returns {Partial<DraftBody>} the fields of the draft that change
 */
export function apply(body, part) {
  const { sets, looks, labels, active_set: active } = body;
  switch (part.kind) {
    case "evidence":
      return { sets: applied(sets, part.runs) };
    case "dropped":
    case "added":
    case "joined":
      return { [part.kind]: refined(body[part.kind], part.steps) };
    case "order":
      return { sets: sets.map((ids, number) => (number === part.set ? ordered(ids, part.moves) : ids)) };
    case "look":
      return { looks: looks.map((look, number) => (number === part.set ? part.after : look)) };
    case "add":
      return { sets: [...sets, []], ...beside(body, (each) => [...each, {}]), looks: [...looks, part.look], ...(labels && { labels: [...labels, ""] }) };
    case "remove": {
      const rest = { sets: sets.slice(0, -1), ...beside(body, (each) => each.slice(0, -1)), looks: looks.slice(0, -1), ...(labels && { labels: labels.slice(0, -1) }) };
      return { ...rest, active_set: Math.min(active, sets.length - 2) };
    }
    case "label":
      return { labels: (labels ?? []).map((label, number) => (number === part.set ? part.after : label)) };
    case "verdict":
      return { verdict: part.after };
    case "challenge":
      return { challenge: part.after };
    case "unsure":
      return { unsure: part.after };
    case "suggestion":
      return { suggested: withDismissed(keptOf(body), part.id, part.dismissed) };
  }
}

/** @param {DraftBody} body  @param {(each: import("../types.js").Refinement[]) => import("../types.js").Refinement[]} change */
function beside(body, change) {
  return Object.fromEntries(REFINEMENTS.map((kind) => [kind, change(body[kind])]));
}

/** @param {Part} part  @returns {Change} */
export function describe(part) {
  switch (part.kind) {
    case "evidence": {
      const { runs, ...rest } = part;
      return { ...rest, steps: stepsOf(runs) };
    }
    case "order":
    case "look":
    case "add":
    case "remove": {
      const { kind: what, ...rest } = part;
      return /** @type {Change} */ ({ kind: "sets", what, ...rest });
    }
    default:
      return part;
  }
}

/** @param {Command} command  @returns {Part[]} what takes it back */
export function revert({ parts }) {
  return parts.map(opposite).reverse();
}

/** @param {Part} part  @returns {Part} */
function opposite(part) {
  switch (part.kind) {
    case "evidence":
      return { ...part, runs: reversed(part.runs) };
    case "dropped":
    case "added":
    case "joined":
      return { ...part, steps: unrefined(part.steps) };
    case "order":
      return { ...part, moves: movedBack(part.moves) };
    case "add":
      return { ...part, kind: "remove" };
    case "remove":
      return { ...part, kind: "add" };
    case "suggestion":
      return { ...part, dismissed: !part.dismissed };
    case "look":
    case "label":
    case "verdict":
    case "challenge":
    case "unsure":
      return /** @type {Part} */ ({ ...part, before: part.after, after: part.before });
  }
}

/** @param {Part[]} parts  @returns {number[]} the sets that a person has to see to see what happens */
export function setsTouched(parts) {
  return parts.flatMap((part) => {
    if (part.kind === "evidence") return part.runs.map(({ set }) => set);
    if ("steps" in part) return part.steps.map(({ set }) => set);
    return part.kind === "order" || part.kind === "label" ? [part.set] : [];
  });
}
