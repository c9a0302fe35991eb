// What the server may not have yet, in the browser's storage.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createOutbox } from "../../../frontend/static/js/sync/outbox.js";
import { outboxKey, storedOutbox } from "../../../frontend/static/js/sync/storage.js";

let room = Infinity;
let writes = 0;

/** A browser's storage with so much room; its keys are its own properties, as in a browser. */
function storage() {
  const methods = {
    getItem: (key) => kept[key] ?? null,
    removeItem: (key) => void delete kept[key],
    setItem(key, text) {
      const others = Object.keys(kept).filter((each) => each !== key);
      if (others.reduce((sum, each) => sum + kept[each].length, text.length) > room) throw new Error("QuotaExceededError");
      kept[key] = text;
      writes += 1;
    },
  };
  const kept = Object.create(methods);
  return kept;
}

const data = (differing = {}) => ({
  browser: "desk",
  body: { sets: [[]] },
  changes: 0,
  sent: 0,
  operations: [],
  last_sequence: 0,
  last_seconds: 0,
  last_active: 0,
  submission: null,
  ...differing,
});
const done = (seconds, active_seconds) => ({ name: "search", value: "x", seconds, active_seconds });

beforeEach(() => {
  globalThis.localStorage = storage();
  room = Infinity;
  writes = 0;
});

test("one click is written once, whatever it changes", async () => {
  const outbox = createOutbox("a", data(), true);
  await null;
  writes = 0;
  outbox.changeBody({ sets: [["x"]] });
  outbox.update({ undo: {} });
  outbox.addOperations([done(1, 1), done(1, 1)]);
  assert.equal(writes, 0);
  await null;
  assert.equal(writes, 1);
  assert.deepEqual(storedOutbox("a").operations.map(({ sequence }) => sequence), [1, 2]);
});

test("times in the log never run backwards", () => {
  const outbox = createOutbox("a", data({ last_seconds: 10, last_active: 8 }), true);
  outbox.addOperations([done(4, 3)]);
  outbox.addOperations([done(12, 9)]);
  const times = outbox.data.operations.map(({ seconds, active_seconds }) => [seconds, active_seconds]);
  assert.deepEqual(times, [[10, 8], [12, 9]]);
});

test("what is written and at once handed to another tab is not lost", async () => {
  const outbox = createOutbox("a", data(), true);
  outbox.changeBody({ sets: [["last"]] });
  outbox.close();
  outbox.changeBody({ sets: [["too late"]] });
  await null;
  assert.deepEqual(storedOutbox("a").body.sets, [["last"]]);
});

test("a full storage is made room in by what has arrived, and by nothing else", async () => {
  const big = "x".repeat(1000);
  localStorage.setItem(outboxKey("arrived"), JSON.stringify(data({ body: big })));
  localStorage.setItem(outboxKey("waiting"), JSON.stringify(data({ changes: 2, sent: 1 })));
  localStorage.setItem(outboxKey("confirmed"), JSON.stringify(data({ submission: { way: "submission" } })));
  localStorage.setItem("attest:width", "40");
  room = 1900;
  const outbox = createOutbox("a", data({ body: big }), true);
  await null;
  assert.ok(outbox.isStored());
  assert.deepEqual(Object.keys(localStorage).sort(), ["a", "confirmed", "waiting"].map(outboxKey).concat("attest:width").sort());
});

test("a storage that is full says so, and goes on once there is room", async () => {
  room = 10;
  const outbox = createOutbox("a", data(), true);
  await null;
  assert.ok(!outbox.isStored());
  room = Infinity;
  outbox.changeBody({ sets: [["x"]] });
  await null;
  assert.ok(outbox.isStored());
});
