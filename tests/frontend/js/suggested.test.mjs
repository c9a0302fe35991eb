// What is suggested and may be seen, arm by arm; what of it counts as accepted; what a draft keeps of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { verificationShape } from "../../../frontend/static/js/evidence/draft-shape.js";
import { nothingDone } from "../../../frontend/static/js/evidence/undo.js";
import { createWork } from "../../../frontend/static/js/evidence/work.js";
import { logWork } from "../../../frontend/static/js/sync/operation-log.js";
import { understood } from "../../../frontend/static/js/suggestions/requests.js";
import { keptOf, withDismissed } from "../../../frontend/static/js/suggestions/draft-suggestions.js";
import { createSuggested } from "../../../frontend/static/js/suggestions/suggested.js";

const { completed } = verificationShape(3);

function one(element_id, rank = 1, stage = "cells") {
  return { element_id, page_title: "A", stage, rank, card: { id: element_id, text: element_id } };
}

/** The parts as the workspace puts them together: the log hears of a change before the suggestions do. */
function opened(show, body = {}, past = nothingDone()) {
  const work = createWork(completed(body), past, 3);
  const suggested = createSuggested(work);
  const log = [];
  logWork(work, { writeAll: (entries) => log.push(...entries.map(({ name, value, detail }) => [name, value ?? name, detail])) }, suggested.accepted);
  work.onChange(suggested.hear);
  suggested.take({ state: "ready", show, suggestions: [one("a"), one("b", 2)] });
  return { work, suggested, log };
}

const seen = ({ suggested }) => suggested.list().map(({ element_id }) => element_id);
const names = ({ log }) => log.map(([name]) => name);

test("each arm shows what it may, when it may", () => {
  const [never, after, atOnce] = ["never", "after_first", "at_once"].map((show) => opened(show));
  assert.deepEqual([never, after, atOnce].map(seen), [[], [], ["a", "b"]]);
  [never, after, atOnce].forEach(({ work }) => work.add(["x"]));
  assert.deepEqual([never, after, atOnce].map(seen), [[], ["a", "b"], ["a", "b"]]);
  assert.equal(never.work.body().suggested, undefined);
});

test("what was begun stays so after everything was taken out, and in the draft", () => {
  const after = opened("after_first");
  after.work.add(["x"]);
  after.work.clear(0);
  assert.deepEqual(seen(after), ["a", "b"]);
  assert.deepEqual(seen(opened("after_first", JSON.parse(JSON.stringify(after.work.body())))), ["a", "b"]);
  assert.deepEqual(seen(opened("after_first")), []);
});

test("a selection from before the answer came counts as the first", () => {
  assert.deepEqual(seen(opened("after_first", { sets: [["x"], [], []] })), ["a", "b"]);
});

test("only taking something out is no selection", () => {
  const work = createWork(completed({}), nothingDone(), 3);
  const suggested = createSuggested(work);
  assert.equal(suggested.hear({ kind: "evidence", steps: [{ set: 0, id: "x", index: 0, added: false }] }), false);
});

test("one visible suggestion, chosen by itself, is accepted before it is highlighted", () => {
  const room = opened("at_once");
  room.work.activate(1);
  room.work.toggle("b");
  assert.deepEqual(room.log.slice(1), [
    ["suggestion-accepted", "b", { rank: 2, stage: "cells", set: 1 }],
    ["Highlighting", "b", { set: 1, at: 0 }],
  ]);
});

test("a row, a copy, what was chosen first and what was dismissed are nobody's suggestion", () => {
  const row = opened("at_once");
  row.work.add(["a", "x"], 0, "row");
  row.work.remove(["a"]);
  row.work.add(["a"], 0, "row");
  row.work.copy(0, 1, ["a"]);
  const first = opened("after_first");
  first.work.add(["a"]);
  const dismissed = opened("at_once");
  dismissed.work.dismiss(one("a"));
  dismissed.work.add(["a"]);
  for (const room of [row, first, dismissed]) assert.ok(!names(room).includes("suggestion-accepted"), JSON.stringify(room.log));
});

test("an acceptance that is undone and done again is said again, and undoing a removal is none", () => {
  const room = opened("at_once");
  room.work.add(["a"]);
  room.work.undo();
  room.work.redo();
  room.work.remove(["a"]);
  room.work.undo();
  const accepted = ["suggestion-accepted", "Highlighting"];
  const rest = ["Highlighting deleted", "undo", "Highlighting"];
  assert.deepEqual(names(room), [...accepted, "undo", "Highlighting deleted", "redo", ...accepted, ...rest]);
});

test("a dismissal can be taken back, and done again", () => {
  const room = opened("at_once");
  room.work.dismiss(one("a"));
  assert.deepEqual(seen(room), ["b"]);
  room.work.undo();
  assert.deepEqual(seen(room), ["a", "b"]);
  room.work.redo();
  assert.deepEqual(seen(room), ["b"]);
  const place = { rank: 1, stage: "cells" };
  assert.deepEqual(room.log, [
    ["suggestion-dismissed", "a", place],
    ["undo", "undo", undefined],
    ["suggestion-dismissed", "a", { ...place, taken_back: true }],
    ["redo", "redo", undefined],
    ["suggestion-dismissed", "a", place],
  ]);
});

test("the undo of a reload knows dismissals", () => {
  const room = opened("at_once");
  room.work.dismiss(one("a"));
  const later = opened("at_once", room.work.body(), JSON.parse(JSON.stringify(room.work.undoable())));
  assert.deepEqual(seen(later), ["b"]);
  later.work.undo();
  assert.deepEqual(seen(later), ["a", "b"]);
});

test("a draft that holds something else there is read as if it held nothing", () => {
  const nothing = { begun: false, shown: [], dismissed: [] };
  for (const strange of [undefined, null, 5, [], "x", { begun: "yes", shown: { a: 1 }, dismissed: [4, null] }]) {
    assert.deepEqual(keptOf({ suggested: strange }), nothing);
  }
  assert.deepEqual(withDismissed({ ...nothing, dismissed: ["a"] }, "a", true).dismissed, ["a"]);
});

test("drafts that differ in what was suggested hold the same work", () => {
  const { same } = verificationShape(3);
  assert.ok(same({ sets: [["a"]] }, { sets: [["a"]], suggested: { begun: true, shown: ["b"], dismissed: ["c"] } }));
});

test("an answer that is not understood is none", () => {
  for (const strange of [null, "x", {}, { state: "ready", show: "often", suggestions: [] }, { state: "ready", show: "never" }]) {
    assert.equal(understood(strange), null);
  }
  const mixed = { state: "ready", show: "at_once", suggestions: [null, { element_id: "a" }, { element_id: "a", card: { id: "b" } }, one("c")] };
  assert.deepEqual(understood(mixed)?.suggestions.map(({ element_id }) => element_id), ["c"]);
});
