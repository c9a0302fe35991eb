/**
 * What is done to evidence, context and decision, as operations: all of them, taken in order, lead from an empty draft to
 * the draft as it is (annotation/workflows/claim_verification/replay.py; tests/frontend/test_replay.py holds the two
 * together). Every way of choosing is `Highlighting`, every way of taking back `Highlighting deleted`; before several at
 * once stands what they were together.
 */

/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").DraftBody} DraftBody */
/** @typedef {import("./operations.js").Entry} Entry */
/** @typedef {Pick<import("./operations.js").Log, "writeAll">} Log */

/**
 * @param {Pick<import("../evidence/work.js").Work, "onChange"|"body">} work
 * @param {Log} log
 * @param {(change: Change) => Entry[]} [accepted]  says of a change that it takes over what was suggested
 */
export function logWork(work, log, accepted = () => []) {
  let told = ""; // one undo is several changes, all of them in one go

  /** @param {Change} change  @returns {Entry[]} */
  function by({ by: way }) {
    if (!way || told === way) return [];
    told = way;
    queueMicrotask(() => (told = ""));
    return [{ name: way }];
  }

  work.onChange((/** @type {Change} */ change) => log.writeAll([...by(change), ...accepted(change), ...entriesOf(change, work.body())]));
}

/** A draft that the person chose over another one: the log could lead to either. @param {Log} log  @param {DraftBody} body */
export function logKept(log, body) {
  log.writeAll([draftTaken("kept", body)]);
}

const REFINED = {
  dropped: ["context-dropped", "context-restored"],
  added: ["context-added", "context-removed"],
  joined: ["sentences-joined", "sentences-split"],
};

/** @param {Change} change  @param {DraftBody} body  as it is now  @returns {Entry[]} */
function entriesOf(change, body) {
  switch (change.kind) {
    case "evidence":
      return evidence(change);
    case "dropped":
    case "added":
    case "joined":
      return change.steps.map(({ set, of, id, on }) => ({ name: REFINED[change.kind][on ? 0 : 1], value: id, detail: { set, of } }));
    case "active":
      return [{ name: "set-switch", value: named(change.set) }];
    case "sets":
      return sets(change);
    case "label":
      return [{ name: "set-label", value: change.after, detail: { set: change.set } }];
    case "verdict":
    case "challenge":
      return [{ name: change.kind, value: change.after }];
    case "unsure":
      return [{ name: "unsure", value: change.after ? "yes" : "no" }];
    case "suggestion": {
      const { id, rank, stage, dismissed } = change;
      return [{ name: "suggestion-dismissed", value: id, detail: { rank, stage, ...(!dismissed && { taken_back: true }) } }];
    }
    case "all":
      return [draftTaken("taken", body)];
    default:
      return [];
  }
}

/** The whole state, where it did not come about step by step. @param {"taken"|"kept"} how  @param {DraftBody} body  @returns {Entry} */
function draftTaken(how, body) {
  const { sets: chosen, dropped, added, joined, looks, labels, active_set, verdict, challenge, unsure } = body;
  const taken = { sets: chosen, dropped, added, joined, looks, ...(labels && { labels }), active_set, verdict, challenge, unsure };
  return { name: "draft-taken", value: how, detail: { body: taken } };
}

/** A set as a person counts. @param {number} set */
function named(set) {
  return String(set + 1);
}

/** @param {Change & {kind: "evidence"}} change  @returns {Entry[]} */
function evidence({ steps, why, from, to }) {
  const name = { copy: "set-copy", move: "set-move", clear: "set-clear" }[String(why)];
  const detail = from === undefined || to === undefined ? undefined : { from, to };
  return [
    ...(name ? [{ name, value: named(to ?? steps[0].set), detail }] : []),
    ...steps.map(({ set, id, index, added }) => {
      return { name: added ? "Highlighting" : "Highlighting deleted", value: id, detail: { set, at: index } };
    }),
  ];
}

/** @param {Change & {kind: "sets"}} change  @returns {Entry[]} */
function sets(change) {
  switch (change.what) {
    case "order":
      return change.moves.map(({ id, from, to }) => {
        return { name: "evidence-order", value: id, detail: { set: change.set, from, to } };
      });
    case "remove":
      return [{ name: "set-remove", value: named(change.set) }];
    case "add":
      return [{ name: "set-add", value: named(change.set), detail: { ...change.look } }];
    case "look":
      return [{ name: "set-look", value: named(change.set), detail: { ...change.after } }];
  }
}
