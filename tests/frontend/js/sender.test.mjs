// Carrying the outbox to the server while somebody decides.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.addEventListener = () => {};
globalThis.document = { addEventListener: () => {} };
const { createSender } = await import("../../../frontend/static/js/sync/sender.js");
const { Refused } = await import("../../../frontend/static/js/common/http.js");

test("who chooses while the refused attempt is still under way is sent all the same", async () => {
  let endOfLog = () => {};
  let drafts = 0;
  let empty = false;
  const states = [];
  const deliveries = {
    async draft() {
      drafts += 1;
      if (drafts > 1) empty = true;
      else {
        sender.hold();
        throw new Refused(409, "draft_conflict", "");
      }
    },
    operations: () => new Promise((resolve) => (endOfLog = resolve)),
  };
  const sender = createSender({ isEmpty: () => empty, data: { operations: [] } }, deliveries, (state) => states.push(state), () => {});
  const attempt = sender.flush();
  await new Promise(setImmediate); // it has been refused, and sends its log
  const chosen = sender.go();
  endOfLog();
  await attempt;
  await new Promise(setImmediate);
  endOfLog();
  await chosen;
  assert.equal(drafts, 2);
  assert.equal(states.at(-1), "saved");
});
