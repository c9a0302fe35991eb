/**
 * Everything the server may not have yet, in this browser's storage: written before anything is sent, cleared
 * only by an acknowledgement. What is in here survives a reload, a crash and a dead server.
 */

/** @typedef {import("../types.js").OutboxData} OutboxData */
/** @typedef {import("../types.js").Body} Body */
/** @typedef {ReturnType<typeof createOutbox>} Outbox */

/** @param {string} assignment */
export function outboxKey(assignment) {
  return `attest:outbox:${assignment}`;
}

/** @param {string} assignment  @returns {OutboxData|null} */
export function storedOutbox(assignment) {
  try {
    return JSON.parse(localStorage.getItem(outboxKey(assignment)) ?? "null");
  } catch {
    return null; // no storage, or not ours to read
  }
}

/**
 * @param {string} assignment
 * @param {OutboxData} data
 * @param {boolean} writable  false in a tab that only reads
 */
export function createOutbox(assignment, data, writable) {
  let storable = true;

  function write() {
    if (!writable) return;
    try {
      localStorage.setItem(outboxKey(assignment), JSON.stringify(data));
      storable = true;
    } catch {
      storable = false; // full or forbidden: the server is then the only place, and the person is told
    }
  }

  /** @param {Partial<OutboxData>} differing */
  function update(differing) {
    Object.assign(data, differing);
    write();
  }

  write();
  return {
    data: /** @type {Readonly<OutboxData>} */ (data),
    update,
    isStored: () => storable,
    isWritable: () => writable,
    draftWaits: () => data.changes > data.sent,
    isEmpty: () => data.changes === data.sent && data.operations.length === 0,
    /** @param {Body} body */
    changeBody: (body) => update({ body, changes: data.changes + 1 }),
    /** @param {string} name  @param {string} value  @param {number} seconds */
    addOperation(name, value, seconds) {
      const sequence = data.last_sequence + 1;
      const time = Math.max(seconds, data.last_seconds); // a log never runs backwards
      const operations = [...data.operations, { sequence, name, value, seconds: time }];
      update({ operations, last_sequence: sequence, last_seconds: time });
    },
    /** @param {number} upTo  the last sequence the server has */
    operationsArrived: (upTo) => update({ operations: data.operations.filter(({ sequence }) => sequence > upTo) }),
    /** @param {number} changes  the count when it was sent  @param {number} version */
    draftArrived: (changes, version) => update({ sent: changes, base_version: version, in_flight: null }),
    /** From now on another tab writes. */
    close: () => void (writable = false),
    clear() {
      writable = false;
      localStorage.removeItem(outboxKey(assignment));
    },
  };
}
