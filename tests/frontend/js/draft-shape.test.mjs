// Drafts of this and of earlier versions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { verificationShape } from "../../../frontend/static/js/evidence/draft-shape.js";

test("a page begins with three sets, or fewer where the project has fewer", () => {
  assert.deepEqual(verificationShape(3).completed({}).sets, [[], [], []]);
  assert.deepEqual(verificationShape(10).completed({}).sets, [[], [], []]);
  assert.deepEqual(verificationShape(1).completed({}).sets, [[]]);
});

test("a draft from before has as many sets as are filled", () => {
  const sets = [["a"], [], [], ["b"], [], []];
  assert.deepEqual(verificationShape(6).completed({ sets }).sets, sets.slice(0, 4));
  assert.equal(verificationShape(6).completed({ sets }).dropped.length, 4);
});

test("a set that was added stays, though it is empty", () => {
  const { completed } = verificationShape(6);
  const body = completed({ sets: [[], [], [], []], looks: [] });
  assert.equal(body.sets.length, 4);
  assert.equal(completed(body).sets.length, 4);
});

test("every set has a colour of its own, and a strange one is replaced", () => {
  const { looks } = verificationShape(3).completed({ looks: [{ name: "x", colour: "chartreuse" }] });
  assert.deepEqual(looks.map(({ colour }) => colour), ["yellow", "blue", "green"]);
  assert.equal(looks[0].name, "x");
});

test("drafts are the same where the same was chosen, wherever the reader was", () => {
  const { same } = verificationShape(3);
  const one = { sets: [["a"], [], []], place: { title: "A" } };
  assert.ok(same(one, { sets: [["a"]], place: {}, active_set: 2 }));
  for (const kind of ["dropped", "added", "joined"]) assert.ok(!same(one, { sets: [["a"]], [kind]: [{ a: ["h"] }] }));
  assert.ok(!same(one, { sets: [["a"]], looks: [{ name: "First", colour: "yellow" }] }));
});
