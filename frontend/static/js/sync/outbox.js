/**
 * Everything the server may not have yet, in this browser's storage: written before anything is sent, cleared
 * only by an acknowledgement. What is in here survives a reload, a crash and a dead server.
 */
import { keepText, outboxKey } from "./storage.js";

/** @typedef {import("../types.js").OutboxData} OutboxData */
/** @typedef {import("../types.js").Operation} Operation */
/** @typedef {import("../types.js").Body} Body */
/** @typedef {ReturnType<typeof createOutbox>} Outbox */

/**
 * @param {string} assignment
 * @param {OutboxData} data
 * @param {boolean} writable  false in a tab that only reads
 */
export function createOutbox(assignment, data, writable) {
  let stored = true;
  let changed = false;

  function write() {
    if (!changed || !writable) return;
    changed = false;
    stored = keepText(outboxKey(assignment), JSON.stringify(data));
  }

  /**
   * One click is several updates: they are written together, once it has done all it does. Nothing can be sent before.
   * @param {Partial<OutboxData>} differing
   */
  function update(differing) {
    Object.assign(data, differing);
    if (!changed) queueMicrotask(write);
    changed = true;
  }

  update({});
  return {
    data: /** @type {Readonly<OutboxData>} */ (data),
    update,
    /** Whether this computer keeps it; if not, the server is the only place, and the person is told. */
    isStored: () => stored,
    isWritable: () => writable,
    draftWaits: () => data.changes > data.sent,
    isEmpty: () => data.changes === data.sent && data.operations.length === 0,
    /** @param {Body} body */
    changeBody: (body) => update({ body, changes: data.changes + 1 }),
    /** Numbers them, and sees that no time runs backwards. @param {Omit<Operation, "sequence">[]} done  at the same time */
    addOperations(done) {
      let sequence = data.last_sequence;
      const last_seconds = Math.max(data.last_seconds, ...done.map(({ seconds }) => seconds));
      const last_active = Math.max(data.last_active, ...done.map(({ active_seconds }) => active_seconds));
      const times = { seconds: last_seconds, active_seconds: last_active };
      const numbered = done.map((operation) => ({ sequence: ++sequence, ...operation, ...times }));
      update({ operations: [...data.operations, ...numbered], last_sequence: sequence, last_seconds, last_active });
    },
    /** @param {number} upTo  the last sequence the server has */
    operationsArrived: (upTo) => update({ operations: data.operations.filter(({ sequence }) => sequence > upTo) }),
    /** @param {number} changes  the count when it was sent  @param {number} version */
    draftArrived: (changes, version) => update({ sent: changes, base_version: version, in_flight: null }),
    /** From now on another tab writes. */
    close() {
      write();
      writable = false;
    },
    clear() {
      writable = false;
      localStorage.removeItem(outboxKey(assignment));
    },
  };
}
