// What the server has and what the browser kept, when the workspace opens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { verificationShape } from "../../../frontend/static/js/evidence/draft-shape.js";
import { nothingDone } from "../../../frontend/static/js/evidence/undo.js";
import { reconcile } from "../../../frontend/static/js/sync/reconcile.js";
import { writingShape } from "../../../frontend/workflows/claim_generation/static/js/writing/draft-shape.js";

const shape = verificationShape(3);
const chosen = (...ids) => ({ sets: [ids, [], []], looks: [], place: {} });

function payload(version, body, received = {}) {
  return { id: "x", elapsed_seconds: 9, active_seconds: 4, draft: { version, body }, operations_received: received };
}

function kept(differing) {
  return {
    browser: "desk",
    body: chosen("a"),
    base_version: 3,
    changes: 5,
    sent: 5,
    in_flight: null,
    operations: [],
    last_sequence: 8,
    last_seconds: 20,
    last_active: 11,
    trail: { stops: [], index: -1 },
    visited: [],
    undo: { done: [{ at: 0, parts: [] }], undone: [] },
    submission: null,
    ...differing,
  };
}

test("a browser that kept nothing takes what the server has, under a name of its own", () => {
  const { data, other } = reconcile(payload(4, chosen("b"), { desk: 7 }), null, shape);
  assert.deepEqual(data.body.sets[0], ["b"]);
  assert.match(data.browser, /^[0-9a-f]{10}$/);
  assert.equal(data.last_sequence, 0);
  assert.equal(data.last_active, 4);
  assert.equal(other, null);
});

test("a browser that was killed and found an old copy takes its own later work back, unasked", () => {
  const server = { ...chosen("a", "b", "c"), saved_by: { browser: "desk", changes: 9 } };
  const old = kept({ changes: 6, sent: 5, body: chosen("a", "b"), operations: [{ sequence: 8 }, { sequence: 9 }] });
  const { data, other } = reconcile(payload(7, server, { desk: 12 }), old, shape);
  assert.equal(other, null);
  assert.deepEqual(data.body.sets[0], ["a", "b", "c"]);
  assert.deepEqual([data.changes, data.sent, data.base_version], [9, 9, 7]);
  assert.deepEqual([data.operations, data.last_sequence], [[], 12]);
  assert.deepEqual(data.undo, nothingDone());
});

test("what this browser did after its last save that arrived is kept, unasked", () => {
  const server = { ...chosen("a"), saved_by: { browser: "desk", changes: 6 } };
  const { data, other } = reconcile(payload(4, server), kept({ changes: 8, sent: 5, body: chosen("a", "b") }), shape);
  assert.equal(other, null);
  assert.deepEqual(data.body.sets[0], ["a", "b"]);
  assert.deepEqual([data.changes, data.sent, data.base_version], [8, 6, 4]);
  assert.equal(data.undo.done.length, 1);
});

test("a save whose answer was lost is known again, undo and all", () => {
  const server = { ...chosen("a", "b"), saved_by: { browser: "desk", changes: 6 } };
  const { data, other } = reconcile(payload(4, server), kept({ changes: 6, sent: 5, body: chosen("a", "b") }), shape);
  assert.equal(other, null);
  assert.deepEqual([data.changes, data.sent], [6, 6]);
  assert.equal(data.undo.done.length, 1);
});

test("work from another computer is shown for the person to choose", () => {
  const server = { ...chosen("elsewhere"), saved_by: { browser: "train", changes: 90 } };
  const { data, other } = reconcile(payload(4, server), kept({ changes: 6, sent: 5, body: chosen("a", "b") }), shape);
  assert.deepEqual(other?.sets[0], ["elsewhere"]);
  assert.deepEqual(data.body.sets[0], ["a", "b"]);
});

test("what an older version of this page kept has no name yet, and gets one", () => {
  const { browser, last_active, ...older } = kept({ operations: [{ sequence: 8 }] });
  const { data } = reconcile(payload(3, chosen("a"), { api: 3 }), older, shape);
  assert.match(data.browser, /^[0-9a-f]{10}$/);
  assert.equal(data.last_active, 4);
  assert.equal(data.operations.length, 1);
});

test("claims are brought together in the same way", () => {
  const claims = (text) => ({ I: { text, challenge: "" } });
  const server = { claims: claims("later"), saved_by: { browser: "desk", changes: 9 } };
  const old = kept({ changes: 6, sent: 5, body: { claims: claims("earlier"), place: {} } });
  const { data, other } = reconcile(payload(7, server), old, writingShape("A"));
  assert.equal(other, null);
  assert.equal(data.body.claims.I.text, "later");
});
