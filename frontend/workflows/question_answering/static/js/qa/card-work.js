/** What a person has done on cards: their texts, and adding, deleting and moving them, which can be undone. */
import { applied, found, reverted, withValues } from "./list-commands.js";

/** @typedef {import("./list-commands.js").ListCommand} ListCommand */
/** @typedef {{kind: "text", id: string} | {kind: "list", command: ListCommand} | {kind: "field"|"all"}} CardChange */
/** @typedef {{done: ListCommand[], undone: ListCommand[]}} ListUndo */
/** @typedef {ReturnType<typeof createCardWork>} CardWork */

const KEPT = 40; // commands; a deleted card is kept whole, in the browser's storage

/**
 * @param {any} start  the body of the draft
 * @param {any} undo  as this browser kept it
 * @param {"claims"|"questions"} list
 */
export function createCardWork(start, undo, list) {
  let body = start;
  /** @type {ListUndo} */
  let history = understood(undo);
  /** @type {((change: CardChange) => void)[]} */
  const listeners = [];

  /** @param {CardChange} change  @param {any} next */
  function become(change, next) {
    body = next;
    listeners.forEach((listener) => listener(change));
  }

  /** @param {ListCommand} command */
  function run(command) {
    history = { done: [...history.done.slice(1 - KEPT), command], undone: [] };
    become({ kind: "list", command }, applied(body, list, command));
  }

  /** @param {"done"|"undone"} from  @param {"done"|"undone"} to  @param {(command: ListCommand) => ListCommand} turned */
  function step(from, to, turned) {
    const last = history[from].at(-1);
    if (!last) return null;
    const command = turned(last);
    // What is removed again is kept as it is now, so that texts written since come back with it.
    const now = command.on === "remove" ? found(body, list, command.item.id)?.item : null;
    const kept = last.on === "move" || !now ? last : { ...last, item: now };
    history = { ...history, [from]: history[from].slice(0, -1), [to]: [...history[to], kept] };
    become({ kind: "list", command }, applied(body, list, command));
    return command;
  }

  return {
    body: () => body,
    /** Commands and not those of evidence; whatever keeps them only stores them. @returns {any} */
    undoable: () => history,
    /** @param {(change: CardChange) => void} listener */
    onChange: (listener) => void listeners.push(listener),
    /** @param {string} id */
    find: (id) => found(body, list, id),
    /** @param {string} parent  @param {number} at  @param {import("./draft-shape.js").Item} item */
    insert: (parent, at, item) => run({ on: "insert", parent, at, item }),
    /** @param {string} id */
    remove(id) {
      const place = found(body, list, id);
      if (place) run({ on: "remove", parent: place.parent, at: place.at, item: place.item });
    },
    /** @param {string} id  @param {number} by  @returns {boolean} false at either end */
    move(id, by) {
      const place = found(body, list, id);
      const to = (place?.at ?? 0) + by;
      if (!place || to < 0 || to >= place.count) return false;
      run({ on: "move", parent: place.parent, at: place.at, to });
      return true;
    },
    undo: () => step("done", "undone", reverted),
    redo: () => step("undone", "done", (command) => command),
    /** @param {string} id  @param {Record<string, any>} values */
    write: (id, values) => become({ kind: "text", id }, withValues(body, list, id, values)),
    /** @param {Record<string, any>} values  of the work itself, such as the verdict */
    set: (values) => become({ kind: "field" }, { ...body, ...values }),
    /** @param {any} other  taken over from the server */
    replace(other) {
      history = { done: [], undone: [] };
      become({ kind: "all" }, other);
    },
    moveTo() {},
  };
}

/** @param {any} kept  @returns {ListUndo} */
function understood(kept) {
  const known = (/** @type {any} */ one) => ["insert", "remove", "move"].includes(one?.on) && typeof one.parent === "string";
  const commands = (/** @type {any} */ all) => (Array.isArray(all) && all.every(known) ? all : []);
  return { done: commands(kept?.done), undone: commands(kept?.undone) };
}
