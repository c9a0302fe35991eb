// What keeps from submitting, and what is only warned about.
import assert from "node:assert/strict";
import { test } from "node:test";
import { containedSets, identicalSets, problems, warnings } from "../../../frontend/static/js/evidence/validation.js";

const pageOf = (id) => (id === "lost" ? undefined : id[0]);

test("sets of the same elements are identical in any order; empty ones are not", () => {
  assert.deepEqual(identicalSets([["a", "b"], [], ["b", "a"], [], ["a"]]), [[0, 2]]);
});

test("a set within another is found, whichever comes first; twins are not within one another", () => {
  assert.deepEqual(containedSets([["a", "b"], ["b"], ["b", "c"], []]), [[1, 0], [1, 2]]);
  assert.deepEqual(containedSets([["a"], ["a"]]), []);
});

test("identical sets keep from submitting, contained ones do not", () => {
  const body = { sets: [["a", "b"], ["b"]], verdict: "SUPPORTS", challenge: "Other" };
  assert.deepEqual(problems(body), []);
  assert.deepEqual(warnings(body, undefined, pageOf), [{ word: "setWithin", values: { inner: 2, outer: 1 } }]);
  assert.equal(problems({ ...body, sets: [["a"], ["a"]] })[0].word, "setsIdentical");
});

test("evidence is missing only where the label needs some", () => {
  const needs = (/** @type {string} */ verdict) => verdict !== "half true";
  const body = { sets: [[], []], verdict: "half true", challenge: "Other" };
  assert.deepEqual(problems(body, needs), []);
  for (const verdict of ["true", ""]) assert.equal(problems({ ...body, verdict }, needs)[0].word, "evidenceMissing");
  assert.equal(problems(body)[0].word, "evidenceMissing");
});

test("more pages or pieces than the project wants are warned about, set by set", () => {
  const body = { sets: [["a1", "a2", "b1", "lost"], ["a1"]] };
  const found = warnings(body, { pages: 1, elements: 3 }, pageOf).filter(({ word }) => word !== "setWithin");
  assert.deepEqual(found, [
    { word: "setTooLarge", values: { number: 1, count: 4, most: 3 } },
    { word: "setTooWide", values: { number: 1, count: 2, most: 1 } },
  ]);
  assert.deepEqual(warnings({ sets: body.sets.slice(0, 1) }, { pages: null, elements: null }, pageOf), []);
  assert.deepEqual(warnings({ sets: [["a1", "a2", "b1"]] }, { pages: 2, elements: 3 }, pageOf), []);
});
