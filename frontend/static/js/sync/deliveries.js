/** What the outbox sends, and how an answer clears it. Each may be sent twice: the server sees to that. */
import { json, Refused } from "../common/http.js";

/** @typedef {import("../types.js").Body} Body */
/** @typedef {import("../types.js").AnyPayload} AnyPayload */
/** @typedef {import("../types.js").Operation} Operation */
/** @typedef {ReturnType<typeof createDeliveries>} Deliveries */

const MOST_OPERATIONS = 500;
const MOST_CHARACTERS = 1_000_000;

/**
 * @param {string} address  of the assignment in the API
 * @param {import("./outbox.js").Outbox} outbox
 * @param {import("../types.js").DraftShape} shape
 * @param {{conflict: (other: Body) => void, leaseLost: (refusal: Refused) => void}} hear
 *   `conflict` hears what was saved from elsewhere
 */
export function createDeliveries(address, outbox, { completed, same }, { conflict, leaseLost }) {
  async function operations() {
    const batch = nextBatch(outbox.data.operations);
    if (batch.length === 0) return;
    const { received } = await json("POST", `${address}operations/`, { browser: outbox.data.browser, operations: batch });
    outbox.operationsArrived(received);
  }

  /**
   * A draft that was sent and not acknowledged goes again, just as it was, before a newer one: the server then
   * knows it, and nothing of ours can look like work from elsewhere.
   */
  async function draft() {
    if (!outbox.draftWaits()) return;
    const { body, changes, base_version, browser } = outbox.data;
    const sent = outbox.data.in_flight ?? { body: { ...body, saved_by: { browser, changes } }, changes };
    outbox.update({ in_flight: sent });
    try {
      const answer = await json("PUT", `${address}draft/`, { base_version, body: sent.body });
      outbox.draftArrived(sent.changes, answer.version);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const mended = MENDABLE.includes(error.code) && (await catchUp(sent));
      if (!mended) outbox.update({ in_flight: null }); // it did arrive, and was refused
      if (!mended) throw error;
      if (error.code === "lease_lost") leaseLost(error);
    }
  }

  /**
   * The server has another version than we thought.
   * @param {{body: Body, changes: number}} sent
   * @returns {Promise<boolean>} false when it comes from elsewhere, such as another computer
   */
  async function catchUp(sent) {
    /** @type {AnyPayload} */
    const now = await json("GET", address);
    const there = completed(now.draft.body);
    const mine = same(there, sent.body);
    if (mine) outbox.draftArrived(sent.changes, now.draft.version);
    else {
      outbox.update({ base_version: now.draft.version });
      conflict(there);
    }
    return mine;
  }

  return { operations, draft };
}

/** As many as one request takes; one at least. @param {readonly Operation[]} waiting  @returns {Operation[]} */
function nextBatch(waiting) {
  let room = MOST_CHARACTERS;
  const full = waiting.findIndex((one, number) => number > 0 && (room -= JSON.stringify(one).length) < 0);
  return waiting.slice(0, Math.min(MOST_OPERATIONS, full < 0 ? waiting.length : full));
}
const MENDABLE = ["draft_conflict", "lease_lost"];
