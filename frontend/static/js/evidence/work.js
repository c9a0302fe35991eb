/**
 * What the verifier has done: sets, context left out and added, joined sentences, looks, verdict, challenge, place. The only module that changes it;
 * everything that shows, keeps or logs it listens here. Whatever it does is a command that can be undone, but showing another
 * set and opening another page.
 */
import { apply, setsTouched, revert, describe } from "./commands.js";
import { defaultLook } from "./set-styles.js";
import { labelling } from "./labels.js";
import { decision, evidence, flag, refinement } from "./parts.js";
import { carrying, forgetting, REFINEMENTS, refining } from "./refinements.js";
import { adding, moving, removing } from "./selection.js";
import { keptOf } from "../suggestions/draft-suggestions.js";
import { nothingDone, remembered, stepBack, stepForward, understood } from "./undo.js";

/** @typedef {import("../types.js").DraftBody} DraftBody */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Why} Why */
/** @typedef {ReturnType<typeof createWork>} Work */

/**
 * @param {DraftBody} start
 * @param {import("../types.js").Undo} past
 * @param {number} [mostSets]
 */
export function createWork(start, past, mostSets = start.sets.length) {
  let body = start;
  let undo = understood(past);
  /** @type {((change: Change) => void)[]} */
  const listeners = [];

  /** @param {Change} change  @param {Partial<DraftBody>} differing */
  function become(change, differing) {
    body = { ...body, ...differing };
    listeners.forEach((listener) => listener(change));
  }

  /** @param {Part[]} parts  @param {"undo"|"redo"} [by] */
  function carryOut(parts, by) {
    for (const part of parts) {
      const was = body.active_set;
      become({ ...describe(part), ...(by && { by }) }, apply(body, part));
      if (body.active_set !== was) become({ kind: "active", set: body.active_set, ...(by && { by }) }, {});
    }
  }

  /** Parts that change nothing are left out. @param {(Part|null)[]} parts */
  function act(...parts) {
    const real = parts.filter((part) => part !== null);
    if (real.length === 0) return;
    undo = remembered(undo, { at: body.active_set, parts: real });
    carryOut(real);
  }

  /** Shows the set in which something is about to happen. @param {Part[]} parts  @param {number} at  @param {"undo"|"redo"} by */
  function lookAt(parts, at, by) {
    const touched = setsTouched(parts);
    if (touched.length === 0 || touched.includes(body.active_set)) return;
    activate(touched.includes(at) ? at : touched[0], by);
  }

  /** @param {number} set  @param {"undo"|"redo"} [by] */
  function activate(set, by) {
    if (set in body.sets && set !== body.active_set) become({ kind: "active", set, ...(by && { by }) }, { active_set: set });
  }

  /** With an element goes what was changed about it. @param {string[]} ids  @param {number} set */
  function removal(ids, set) {
    const runs = removing(body.sets, set, ids);
    const gone = runs.flatMap((run) => run.ids);
    return { runs, forgotten: REFINEMENTS.map((kind) => refinement(kind, forgetting(body[kind], set, gone, kind))) };
  }

  /** With an element comes what was changed about it. @param {number} from  @param {number} to  @param {import("../types.js").Run[]} runs */
  function carried(from, to, runs) {
    const fresh = runs.flatMap((run) => run.ids);
    const there = new Set([...body.sets[to], ...fresh]);
    return REFINEMENTS.map((kind) => refinement(kind, carrying(body[kind], from, to, fresh, kind, (id) => there.has(id))));
  }

  /** A set that becomes empty loses its label. @param {number} set  @param {import("../types.js").Run[]} runs */
  function emptied(set, runs) {
    const left = body.sets[set].length - runs.reduce((sum, run) => sum + run.ids.length, 0);
    return left === 0 ? labelling(body.labels, set, "") : null;
  }

  /** @param {string[]} ids  @param {number} set  @param {Why} [why] */
  function remove(ids, set = body.active_set, why) {
    const { runs, forgotten } = removal(ids, set);
    act(...forgotten, emptied(set, runs), evidence(runs, { why }));
  }

  /**
   * Puts lines into a set and gives it a label; the number behind the last set makes a new one.
   * @param {number} set
   * @param {string[]} ids
   * @param {string} [label]  as it is, if left out
   */
  function fill(set, ids, label) {
    const isNew = set === body.sets.length;
    if (isNew && set >= mostSets) return false;
    const sets = isNew ? [...body.sets, []] : body.sets;
    const labels = body.labels && (isNew ? [...body.labels, ""] : body.labels);
    act(
      isNew ? { kind: "add", set, look: defaultLook(set) } : null,
      evidence(adding(sets, set, ids), {}),
      label === undefined ? null : labelling(labels, set, label),
      label ? decision("verdict", body.verdict, "") : null,
    );
    activate(set);
    return true;
  }

  /** @param {string[]} ids  @param {number} set  @param {Why} [why] */
  function add(ids, set = body.active_set, why) {
    act(evidence(adding(body.sets, set, ids), { why }));
  }

  return {
    body: () => body,
    undoable: () => undo,
    activeIds: () => body.sets[body.active_set],
    mostSets: () => Math.max(mostSets, body.sets.length),
    /** @param {string} id  @param {number} [set]  @returns {string[]} what was left out of its context */
    droppedOf: (id, set = body.active_set) => body.dropped[set][id] ?? [],
    /** @param {string} id  @param {number} [set]  @returns {string[]} what was added to its context */
    addedTo: (id, set = body.active_set) => body.added[set][id] ?? [],
    /** @param {string} id  @param {number} [set]  @returns {string|null} the sentence that goes on with it */
    joinedTo: (id, set = body.active_set) => body.joined[set][id]?.[0] ?? null,
    /** @param {(change: Change) => void} listener */
    onChange: (listener) => void listeners.push(listener),

    add,
    remove,
    fill,
    /** A verdict on the whole claim, under which no set has a label; "": none any more. @param {string} verdict */
    decideWhole: (verdict) => act(...body.sets.map((_, set) => labelling(body.labels, set, "")), decision("verdict", body.verdict, verdict)),
    /** @param {string} id  @param {number} [set] */
    toggle: (id, set = body.active_set) => (body.sets[set].includes(id) ? remove : add)([id], set),
    /** @param {number} set */
    clear: (set) => remove(body.sets[set], set, "clear"),
    /** With its refined context. @param {number} from  @param {number} to  @param {string[]} [ids] */
    copy(from, to, ids = body.sets[from]) {
      const runs = adding(body.sets, to, ids);
      act(evidence(runs, { why: "copy", from, to }), ...carried(from, to, runs));
    },
    /** With its refined context. @param {string[]} ids  @param {number} from  @param {number} to */
    move(ids, from, to) {
      const { runs, forgotten } = removal(ids, from);
      const added = adding(body.sets, to, ids);
      act(...forgotten, emptied(from, runs), evidence([...runs, ...added], { why: "move", from, to }), ...carried(from, to, added));
    },
    /** @param {string[]} ids  @param {string|null} before  null: to the end */
    reorder(ids, before, set = body.active_set) {
      const moves = moving(body.sets[set], ids, before);
      act(moves.length > 0 ? { kind: "order", set, moves } : null);
    },
    /**
     * Leaves a piece of context out, or puts it back.
     * @param {string[]} of  chosen elements
     * @param {string} id  of their context
     * @param {boolean} out
     */
    drop: (of, id, out, set = body.active_set) => act(refinement("dropped", refining(body.dropped, set, of, id, out))),
    /**
     * Adds to the context of chosen elements what the automatic one lacks, or takes it away again.
     * @param {string[]} of
     * @param {string} id
     * @param {boolean} on
     */
    addContext: (of, id, on, set = body.active_set) => act(refinement("added", refining(body.added, set, of, id, on))),
    /**
     * Makes two sentences that were split in the wrong place one piece of evidence; what the set lacks of them comes in.
     * @param {string} first
     * @param {string} second
     */
    join(first, second, set = body.active_set) {
      const ids = body.sets[set];
      if (first === second) return;
      const at = ids.includes(first) ? ids.indexOf(first) + 1 : ids.indexOf(second);
      const missing = [first, second].filter((id) => !ids.includes(id));
      const runs = missing.length > 0 ? [{ set, at: Math.max(at, 0), ids: missing, added: true }] : [];
      act(evidence(runs, {}), refinement("joined", refining(body.joined, set, [first], second, true)));
    },
    /** Makes the sentences of a card single ones again. @param {string[]} ids */
    split(ids, set = body.active_set) {
      act(refinement("joined", ids.flatMap((of) => (body.joined[set][of] ?? []).map((id) => ({ set, of, id, on: false })))));
    },

    addSet() {
      const set = body.sets.length;
      if (set >= mostSets) return;
      act({ kind: "add", set, look: defaultLook(set) });
      activate(set);
    },
    /** @param {number} set  @param {Partial<import("../types.js").Look>} differing */
    look(set, differing) {
      const before = body.looks[set];
      const after = { ...before, ...differing };
      const same = after.name === before.name && after.colour === before.colour;
      act(same ? null : { kind: "look", set, before, after });
    },
    /** @param {string} verdict */
    decide: (verdict) => act(decision("verdict", body.verdict, verdict)),
    /** Puts a suggestion aside. @param {import("../types.js").SuggestedEvidence} suggestion */
    dismiss: ({ element_id: id, rank, stage }) => act({ kind: "suggestion", id, rank, stage, dismissed: true }),
    /**
     * What the page remembers of suggestions, which nobody did and nobody takes back.
     * @param {Partial<import("../types.js").KeptSuggestions>} differing
     */
    noteSuggestions: (differing) => become({ kind: "noted" }, { suggested: { ...keptOf(body), ...differing } }),
    /** Keeps what is not undone: lines of the check, recorded contradictions. @param {Partial<DraftBody>} differing */
    note: (differing) => become({ kind: "noted" }, differing),
    /** @param {string} challenge */
    challenge: (challenge) => act(decision("challenge", body.challenge, challenge)),
    /** @param {boolean} unsure */
    flagUnsure: (unsure) => act(flag(body.unsure, unsure)),

    undo() {
      const back = stepBack(undo);
      if (!back) return;
      undo = back.undo;
      const parts = revert(back.command);
      lookAt(parts, back.command.at, "undo");
      carryOut(parts, "undo");
    },
    redo() {
      const forward = stepForward(undo);
      if (!forward) return;
      undo = forward.undo;
      lookAt(forward.command.parts, forward.command.at, "redo");
      carryOut(forward.command.parts, "redo");
    },
    /** @param {number} set */
    activate: (set) => activate(set),
    /** @param {import("../types.js").Place} place */
    moveTo: (place) => become({ kind: "place" }, { place }),
    /** @param {import("../types.js").Bookmark[]} bookmarks */
    keepBookmarks: (bookmarks) => become({ kind: "bookmarks" }, { bookmarks }),
    /** @param {DraftBody} other  taken over from the server */
    replace(other) {
      undo = nothingDone();
      become({ kind: "all" }, other);
    },
  };
}
