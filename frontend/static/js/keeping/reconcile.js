/** What the server has and what this browser kept, brought together when the workspace opens. Pure. */
import { nothingDone } from "../evidence/undo.js";
import { here, samePlace, trailFrom } from "../reader/trail.js";

/** @typedef {import("../types.js").DraftBody} DraftBody */
/** @typedef {import("../types.js").OutboxData} OutboxData */
/** @typedef {import("../types.js").Payload} Payload */

/**
 * @param {Payload} payload
 * @param {OutboxData|null} kept
 * @returns {{data: OutboxData, other: DraftBody|null}} `other`: work saved from elsewhere since, for the person to choose
 */
export function reconcile(payload, kept) {
  const server = completed(payload.draft.body, payload.project.max_evidence_sets);
  const version = payload.draft.version;
  if (!kept) return { data: fresh(payload, server), other: null };
  // A page made just before the last save arrived is older than what this browser knows to be saved.
  const late = version < kept.base_version;
  const dirty = kept.changes > kept.sent;
  const unmoved = version === kept.base_version;
  const ours = late || unmoved || same(server, kept.in_flight?.body ?? null) || same(server, kept.body);
  const body = dirty || late ? completed(kept.body, payload.project.max_evidence_sets) : server;
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

/** @param {Payload} payload  @param {DraftBody} body  @returns {OutboxData} */
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

/**
 * @param {Partial<DraftBody>} body  a draft that was never saved is empty
 * @param {number} max
 * @returns {DraftBody}
 */
export function completed(body, max) {
  const given = body.sets ?? [];
  const sets = Array.from({ length: Math.max(max, given.length) }, (_, number) => given[number] ?? []);
  const active = body.active_set ?? 0;
  const { verdict = "", challenge = "", place = {} } = body;
  return { sets, active_set: active in sets ? active : 0, verdict, challenge, place };
}

/** Whether two drafts hold the same work; where the reader was does not count. @param {DraftBody} one  @param {DraftBody|null} other */
export function same(one, other) {
  return other !== null && JSON.stringify(work(one)) === JSON.stringify(work(other));
}

/** @param {DraftBody} body */
function work({ sets, verdict, challenge }) {
  return [sets, verdict, challenge];
}
