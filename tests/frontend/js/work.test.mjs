// What the verifier does, and that every bit of it can be taken back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { verificationShape } from "../../../frontend/static/js/evidence/draft-shape.js";
import { createWork } from "../../../frontend/static/js/evidence/work.js";
import { nothingDone } from "../../../frontend/static/js/evidence/undo.js";

const { completed } = verificationShape(5);

/** @param {object} [body] */
function started(body = {}, past = nothingDone()) {
  const work = createWork(completed(body), past, 5);
  /** @type {any[]} */
  const heard = [];
  work.onChange((change) => heard.push(change));
  return { work, heard };
}

/** The body without where the person looks, which undo may change. */
function kept(work) {
  const { active_set, place, ...rest } = work.body();
  return rest;
}

/** Takes the described changes one by one, as a log would be read. */
function replayed(body, changes) {
  const { sets, dropped, added, joined, looks, ...rest } = structuredClone(body);
  const refinements = { dropped, added, joined };
  for (const change of changes) {
    if (change.kind === "evidence") {
      for (const { set, id, index, added } of change.steps) {
        if (added) sets[set].splice(index, 0, id);
        else {
          assert.equal(sets[set][index], id);
          sets[set].splice(index, 1);
        }
      }
    } else if (change.kind in refinements) {
      const refined = refinements[change.kind];
      for (const { set, of, id, on } of change.steps) {
        const others = (refined[set][of] ?? []).filter((each) => each !== id);
        refined[set][of] = on ? [...others, id] : others;
        if (refined[set][of].length === 0) delete refined[set][of];
      }
    } else if (change.kind === "sets") {
      if (change.what === "order") {
        for (const { id, from, to } of change.moves) {
          assert.equal(sets[change.set][from], id);
          sets[change.set].splice(to, 0, ...sets[change.set].splice(from, 1));
        }
      } else if (change.what === "look") looks[change.set] = change.after;
      else if (change.what === "add") [sets.push([]), dropped.push({}), added.push({}), joined.push({}), looks.push(change.look)];
      else if (change.what === "remove") [sets.pop(), dropped.pop(), added.pop(), joined.pop(), looks.pop()];
    } else if (change.kind === "active") rest.active_set = change.set;
    else if (change.kind === "verdict" || change.kind === "challenge") rest[change.kind] = change.after;
  }
  return { sets, dropped, added, joined, looks, ...rest };
}

const COMMANDS = {
  "a click": (work) => work.toggle("z"),
  "a second click": (work) => work.toggle("b"),
  "a column": (work) => work.add(["b", "x", "y"], 0, "column"),
  "removing a row": (work) => work.remove(["a", "c", "d"], 0, "row"),
  "a copy": (work) => work.copy(0, 1),
  "a copy of one": (work) => work.copy(0, 1, ["b"]),
  "a move": (work) => work.move(["b", "d"], 0, 1),
  "emptying a set": (work) => work.clear(0),
  "a new set": (work) => work.addSet(),
  "a name": (work) => work.look(0, { name: "Founding" }),
  "a colour": (work) => work.look(1, { colour: "violet" }),
  "another order": (work) => work.reorder(["d", "a"], "c"),
  "leaving context out": (work) => work.drop(["a", "c"], "head", true),
  "putting context back": (work) => work.drop(["b"], "top", false),
  "adding context": (work) => work.addContext(["a", "b"], "other head", true),
  "removing added context": (work) => work.addContext(["c"], "lead", false),
  "joining with a new sentence": (work) => work.join("b", "z"),
  "joining with one that comes before": (work) => work.join("z", "a"),
  "splitting": (work) => work.split(["c", "d"]),
  "a verdict": (work) => work.decide("REFUTES"),
  "a challenge": (work) => work.challenge("Other"),
};
const BEGUN = {
  sets: [["a", "b", "c", "d"], ["d", "e"]],
  dropped: [{ b: ["top", "side"] }],
  added: [{ c: ["lead"] }],
  joined: [{ c: ["d"] }],
  verdict: "SUPPORTS",
};

for (const [name, command] of Object.entries(COMMANDS)) {
  test(`${name} is described exactly, reverted, redone, and survives a reload`, () => {
    const { work, heard } = started(BEGUN);
    const before = kept(work);
    const beginning = work.body();
    command(work);
    const after = kept(work);
    assert.notDeepEqual(after, before);
    assert.deepEqual(replayed(beginning, heard), work.body());

    const again = started(work.body(), JSON.parse(JSON.stringify(work.undoable())));
    again.work.undo();
    assert.deepEqual(kept(again.work), name.startsWith("putting") ? putBack(before) : before);
    again.work.redo();
    assert.deepEqual(kept(again.work), after);
    assert.ok(again.heard.every(({ by }) => by === "undo" || by === "redo"));
    assert.deepEqual(replayed(work.body(), again.heard), again.work.body());
  });
}

/** Context that is put back and left out again stands last. */
function putBack(body) {
  return { ...body, dropped: body.dropped.map((each) => (each.b ? { b: ["side", "top"] } : each)) };
}

test("many commands at random are described exactly", () => {
  let seed = 7;
  const chance = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const { work, heard } = started(BEGUN);
  const beginning = work.body();
  const some = () => [..."abcdefgh"].filter(() => chance(2));
  const acts = [
    () => work.toggle("abcdefgh"[chance(8)], chance(3)),
    () => work.add(some(), chance(3)),
    () => work.remove(some(), chance(3)),
    () => work.copy(chance(3), chance(3)),
    () => work.move(some().filter((id) => work.body().sets[0].includes(id)), 0, 1 + chance(2)),
    () => work.reorder(some().filter((id) => work.activeIds().includes(id)), null),
    () => work.drop(work.activeIds().slice(0, 2), "head", chance(2) === 0),
    () => work.addContext(work.activeIds().slice(0, 2), "lead", chance(2) === 0),
    () => work.join("abcdefg"[chance(7)], "bcdefgh"[chance(7)]),
    () => work.split(work.activeIds()),
    () => work.activate(chance(3)),
    () => work.undo(),
    () => work.redo(),
  ];
  for (let turn = 0; turn < 2000; turn += 1) acts[chance(acts.length)]();
  assert.deepEqual(replayed(beginning, heard), work.body());
  for (const [set, ids] of work.body().sets.entries()) {
    assert.equal(new Set(ids).size, ids.length);
    for (const kind of ["dropped", "added", "joined"]) assert.ok(Object.keys(work.body()[kind][set]).every((id) => ids.includes(id)));
    assert.ok(Object.values(work.body().joined[set]).flat().every((id) => ids.includes(id)));
  }
});

test("a bulk selection is one step, and one change", () => {
  const { work, heard } = started();
  work.add(Array.from({ length: 2000 }, (_, number) => `cell ${number}`), 0, "column");
  assert.equal(heard.length, 1);
  assert.equal(heard[0].steps.length, 2000);
  work.undo();
  assert.deepEqual(work.body().sets, [[], [], []]);
});

test("what changes nothing is no step", () => {
  const { work, heard } = started(BEGUN);
  for (const idle of [
    () => work.add(["a"]),
    () => work.remove(["nowhere"]),
    () => work.clear(2),
    () => work.copy(2, 0),
    () => work.decide("SUPPORTS"),
    () => work.look(0, { colour: "yellow" }),
    () => work.drop(["b"], "top", true),
    () => work.reorder(["a"], "b"),
  ]) idle();
  assert.deepEqual(heard, []);
  assert.deepEqual(work.undoable(), nothingDone());
});

test("undo shows the set in which something comes back", () => {
  const { work, heard } = started(BEGUN);
  work.toggle("a");
  work.activate(1);
  heard.length = 0;
  work.undo();
  assert.equal(work.body().active_set, 0);
  assert.deepEqual(heard.map(({ kind }) => kind), ["active", "evidence"]);
});

test("no more sets than the project allows", () => {
  const { work } = started();
  for (let number = 0; number < 9; number += 1) work.addSet();
  assert.equal(work.body().sets.length, 5);
  assert.equal(work.body().active_set, 4);
});

test("undo as an earlier version kept it still works", () => {
  const old = { done: [{ set: 0, id: "a", index: 0, added: true }], undone: [] };
  const { work } = started({ sets: [["a"], [], []] }, old);
  work.undo();
  assert.deepEqual(work.body().sets, [[], [], []]);
});

test("an undo history that nobody understands is let go", () => {
  for (const strange of [null, 7, { done: "x" }, { done: [{ at: 0, parts: [{ kind: "?" }] }], undone: [null] }]) {
    const { work } = started({ sets: [["a"], [], []] }, strange);
    work.undo();
    work.redo();
    assert.deepEqual(work.body().sets, [["a"], [], []]);
  }
});

test("the history stays small enough to be written at each change", () => {
  const { work } = started();
  const ids = (turn) => Array.from({ length: 900 }, (_, number) => `${turn} ${number}`);
  for (let turn = 0; turn < 20; turn += 1) work.add(ids(turn));
  const held = work.undoable().done.length;
  assert.ok(held >= 3 && held <= 5, `${held} commands`);
  for (let turn = 0; turn < 500; turn += 1) work.toggle(`x${turn}`);
  assert.equal(work.undoable().done.length, 200);
});

test("a joined sentence comes in beside the one it is joined with", () => {
  const { work } = started(BEGUN);
  work.join("b", "z");
  assert.deepEqual(work.activeIds(), ["a", "b", "z", "c", "d"]);
  assert.equal(work.joinedTo("b"), "z");
  work.remove(["z"]);
  assert.equal(work.joinedTo("b"), null);
  work.join("y", "a");
  assert.deepEqual(work.activeIds(), ["y", "a", "b", "c", "d"]);
});

test("copied alone, a sentence is joined with nothing that is not there", () => {
  const { work } = started({ ...BEGUN, sets: [["a", "b", "c", "d"], []] });
  work.copy(0, 1, ["c"]);
  assert.deepEqual(work.body().joined[1], {});
  work.copy(0, 2, ["c", "d"]);
  assert.deepEqual(work.body().joined[2], { c: ["d"] });
  assert.deepEqual(work.body().added[2], { c: ["lead"] });
});

test("what an earlier version kept of context left out ends the history", () => {
  const old = { at: 0, parts: [{ kind: "dropped", steps: [{ set: 0, of: "a", id: "h", dropped: true }] }] };
  const { work } = started(BEGUN, { done: [old], undone: [] });
  assert.deepEqual(work.undoable().done, []);
});
