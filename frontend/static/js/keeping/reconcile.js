/** What the server has and what this browser kept, brought together when the workspace opens. Pure. */
import { nothingDone } from "../evidence/undo.js";
import { here, samePlace, trailFrom } from "../reader/trail.js";

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
  const dirty = kept.changes > kept.sent;
  const unmoved = version === kept.base_version;
  const ours = late || unmoved || same(server, kept.in_flight?.body ?? null) || same(server, kept.body);
  const body = dirty || late ? completed(kept.body) : server;
  const received = payload.operations_received;
  const data = {
    ...kept,
    body,
    base_version: Math.max(version, kept.base_version),
    in_flight: dirty && (unmoved || late) ? kept.in_flight : null,
    operations: kept.operations.filter(({ sequence }) => sequence > received),
    last_sequence: Math.max(kept.last_sequence, received),
    undo: dirty || ours ? kept.undo : nothingDone(),
    trail: samePlace(here(kept.trail)?.place ?? {}, body.place) ? kept.trail : trailFrom(body.place),
  };
  return { data, other: dirty && !ours ? server : null };
}

/** @param {AnyPayload} payload  @param {Body} body  @returns {OutboxData} */
function fresh(payload, body) {
  return {
    body,
    base_version: payload.draft.version,
    changes: 0,
    sent: 0,
    in_flight: null,
    operations: [],
    last_sequence: payload.operations_received,
    last_seconds: 0,
    trail: trailFrom(body.place),
    visited: [],
    undo: nothingDone(),
    submission: null,
  };
}
