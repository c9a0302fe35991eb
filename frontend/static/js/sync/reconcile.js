/** What the server has and what this browser kept, brought together when the workspace opens. Pure. */
import { shortId } from "../common/unique.js";
import { nothingDone } from "../evidence/undo.js";
import { here, samePlace, trailFrom } from "../reader/history.js";

/** @typedef {import("../types.js").Body} Body */
/** @typedef {import("../types.js").OutboxData} OutboxData */
/** @typedef {import("../types.js").AnyPayload} AnyPayload */
/** @typedef {import("../types.js").DraftShape} DraftShape */

/**
 * @param {AnyPayload} payload
 * @param {OutboxData|null} kept
 * @param {DraftShape} shape
 * @returns {{data: OutboxData, other: Body|null}} `other`: work saved from elsewhere since, for the person to choose
 */
export function reconcile(payload, kept, { completed, same }) {
  const server = completed(payload.draft.body);
  const version = payload.draft.version;
  if (!kept) return { data: fresh(payload, server), other: null };
  // A page made just before the last save arrived is older than what this browser knows to be saved.
  const late = version < kept.base_version;
  const unmoved = version === kept.base_version;
  const own = late || unmoved ? null : ownChanges(payload, kept);
  // A browser that was killed may find less in its storage than it had sent.
  const forgot = own !== null && own > kept.changes;
  const sent = Math.max(kept.sent, own ?? 0);
  const dirty = kept.changes > sent;
  const ours = late || unmoved || own !== null || same(server, kept.in_flight?.body ?? null) || same(server, kept.body);
  const body = dirty || late ? completed(kept.body) : server;
  const browser = kept.browser ?? shortId();
  const received = payload.operations_received[browser] ?? 0;
  const data = {
    ...kept,
    browser,
    body,
    base_version: Math.max(version, kept.base_version),
    changes: forgot ? own : kept.changes,
    sent,
    in_flight: dirty && (unmoved || late) ? kept.in_flight : null,
    operations: kept.operations.filter(({ sequence }) => sequence > received),
    last_sequence: Math.max(kept.last_sequence, received),
    last_active: Math.max(kept.last_active ?? 0, payload.active_seconds),
    undo: (dirty || ours) && !forgot ? kept.undo : nothingDone(),
    trail: samePlace(here(kept.trail)?.place ?? {}, body.place) ? kept.trail : trailFrom(body.place),
  };
  return { data, other: dirty && !ours ? server : null };
}

/**
 * The count of this browser's changes that the server's draft holds; null where another browser saved it.
 * @param {AnyPayload} payload
 * @param {OutboxData} kept
 * @returns {number|null}
 */
function ownChanges({ draft }, kept) {
  const { browser, changes } = draft.body.saved_by ?? {};
  return browser !== undefined && browser === kept.browser && Number.isInteger(changes) ? changes : null;
}

/** @param {AnyPayload} payload  @param {Body} body  @returns {OutboxData} */
function fresh(payload, body) {
  return {
    browser: shortId(),
    body,
    base_version: payload.draft.version,
    changes: 0,
    sent: 0,
    in_flight: null,
    operations: [],
    last_sequence: 0,
    last_seconds: 0,
    last_active: payload.active_seconds,
    trail: trailFrom(body.place),
    visited: [],
    undo: nothingDone(),
    submission: null,
  };
}
