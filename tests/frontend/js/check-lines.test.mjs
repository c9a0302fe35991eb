// The lines of the check before submission: when each holds, and what becomes of those that a draft keeps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isWorthAsking, tokensOf } from "../../../frontend/static/js/claim/claim-parts.js";
import { keptLines, linesNow, merged, newsOf, submitted } from "../../../frontend/workflows/claim_verification/static/js/decision/check-lines.js";

const NOTHING = { mode: "shown", meaning: "supports", searched: true, pages: [], passages: [] };
const OWN = { headers: [], parts: [], opened: () => false, contradictions: [] };
const codes = (answer, own = {}, kept = []) => linesNow({ ...NOTHING, ...answer }, { ...OWN, ...own }, kept).map(({ code }) => code);
const passage = { element_id: "a", page_title: "A", against: null, card: {} };

test("nothing to say is no line", () => assert.deepEqual(codes({}), []));

test("a missing figure is asked about where the claim is held for supported alone", () => {
  const of = (meaning) => codes({ meaning }, { parts: ["1921"] });
  assert.deepEqual([of("supports"), of("refutes"), of("not_enough_info")], [["part"], [], []]);
});

test("a page of evidence counts always, one that the claim names only where something is missing", () => {
  const pages = [{ title: "A", why: "named" }];
  assert.deepEqual(codes({ pages }), []);
  assert.deepEqual(codes({ pages }, { parts: ["1921"] }), ["part", "page"]);
  assert.deepEqual(codes({ pages, meaning: "not_enough_info" }), ["page"]);
  assert.deepEqual(codes({ pages: [{ title: "A", why: "evidence" }] }), ["page"]);
  assert.deepEqual(codes({ pages, meaning: "not_enough_info" }, { opened: (title) => title === "A" }), []);
});

test("not enough information without a search", () => {
  assert.deepEqual(codes({ meaning: "not_enough_info", searched: false }), ["search"]);
  assert.deepEqual(codes({ meaning: "supports", searched: false }), []);
});

test("a passage that was opened, or is half of a contradiction, is not named again", () => {
  const answer = { passages: [passage] };
  assert.deepEqual(codes(answer), ["opposite"]);
  assert.deepEqual(codes(answer, {}, [{ code: "opposite", opened: ["a"] }]), []);
  assert.deepEqual(codes(answer, { contradictions: [["b", "a"]] }), []);
});

const line = (code, ...subjects) => ({ code, subjects });

test("a dismissal holds for what it was about", () => {
  const kept = [{ ...line("part", "1921", "8"), state: "dismissed", reason: "follows", note: "n", opened: [] }];
  assert.deepEqual(merged(kept, [line("part", "1921")], "shown"), kept);
  assert.deepEqual(merged(kept, [line("part", "1921", "9")], "shown")[0].state, "shown");
  assert.deepEqual(merged(kept, [], "shown"), kept);
});

test("a line that was shown and holds no longer was acted upon, and may come back", () => {
  const shown = merged([], [line("part", "1921")], "shown");
  const acted = merged(shown, [], "shown");
  assert.deepEqual([shown[0].state, acted[0].state], ["shown", "acted"]);
  assert.equal(merged(acted, [line("part", "1921")], "shown")[0].state, "shown");
  assert.deepEqual(newsOf([], shown).map(({ name }) => name), ["check-shown"]);
  assert.deepEqual(newsOf(shown, acted).map(({ name, value }) => [name, value]), [["check-acted", "part"]]);
  assert.deepEqual(newsOf(shown, shown), []);
});

test("the control arm counts what holds at the end, and writes nothing into the log", () => {
  const first = merged([], [line("part", "1921")], "silent");
  assert.deepEqual(submitted(first), [{ code: "part", subjects: ["1921"], state: "silent", reason: "", note: "" }]);
  assert.deepEqual(newsOf([], first), []);
  assert.deepEqual(merged(first, [], "silent"), []);
});

test("what a draft of another version keeps there is passed over", () => {
  assert.deepEqual(keptLines({ check: "?" }), []);
  assert.deepEqual(keptLines({ check: [{ code: "weather" }, { code: "part" }] }).map(({ code, state }) => [code, state]), [["part", "shown"]]);
});

test("figures and names are worth asking about, counts in words and inflected names are not", () => {
  const cards = [tokensOf("Scotland in two parts")];
  const worth = (part, claim = `In a claim ${part} stands.`) => isWorthAsking(part, cards, claim);
  assert.deepEqual(["1921", "5 March 1931", "France", "71"].map((part) => worth(part)), [true, true, true, true]);
  assert.deepEqual(["Scottish", "three", "third", "1940s"].map((part) => worth(part)), [false, false, false, false]);
  assert.equal(worth("American", "American players won."), false);
  assert.equal(worth("71", "It came 71 years after the first."), false);
  assert.equal(worth("20,000", "It has more than 20,000 students."), false);
  assert.equal(worth("1975", "It was built around 1975."), true);
});
