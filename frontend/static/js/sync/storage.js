/** This browser's storage, which may be full, forbidden, or of another version. */

const PREFIX = "attest:outbox:";

/** @param {string} assignment */
export function outboxKey(assignment) {
  return `${PREFIX}${assignment}`;
}

/** @param {string} assignment  @returns {import("../types.js").OutboxData|null} */
export function storedOutbox(assignment) {
  try {
    return JSON.parse(localStorage.getItem(outboxKey(assignment)) ?? "null");
  } catch {
    return null; // no storage, or not ours to read
  }
}

/**
 * Where there is no room, outboxes of other assignments of which the server has everything make it.
 * @param {string} key
 * @param {string} text
 * @returns {boolean} whether it is kept
 */
export function keepText(key, text) {
  return put(key, text) || (makeRoom(key) && put(key, text));
}

/** @param {string} key  @param {string} text */
function put(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false; // full or forbidden
  }
}

/** @param {string} but  @returns {boolean} whether anything was removed */
function makeRoom(but) {
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== but);
    const arrived = others.filter((key) => hasArrived(localStorage.getItem(key)));
    arrived.forEach((key) => localStorage.removeItem(key));
    return arrived.length > 0;
  } catch {
    return false;
  }
}

/** @param {string|null} text  an outbox */
function hasArrived(text) {
  try {
    const { changes, sent, operations, submission } = JSON.parse(text ?? "");
    return changes === sent && operations.length === 0 && !submission;
  } catch {
    return false; // not ours to judge
  }
}
