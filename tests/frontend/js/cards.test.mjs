// What cards show: which cells share one, which header is which, which words hedge, how sets compare.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compared } from "../../../frontend/static/js/evidence/comparison.js";
import { grouped } from "../../../frontend/static/js/evidence/cell-groups.js";
import { headersOf } from "../../../frontend/static/js/evidence/headers.js";
import { createHedgeFinder } from "../../../frontend/static/js/evidence/hedges.js";
import { createMarks } from "../../../frontend/static/js/evidence/marks.js";

/** A cell of a table with a header in front of each row and above each column. */
function cell(row, column, place = {}) {
  return {
    id: `${row}${column}`, page: "P", kind: "cell", sections: ["S"], caption: null, text: "x",
    row_headers: [row], column_headers: [column], context: ["title", "section", `head ${row}`, `head ${column}`], ...place,
  };
}
const known = new Map(["a", "b", "c"].flatMap((row) => ["X", "Y", "Z"].map((column) => cell(row, column))).map((each) => [each.id, each]));
known.set("s", { ...cell("s", "s"), id: "s", kind: "sentence" });
const get = (id) => known.get(id) ?? null;

test("a column shares a card, at the place of its first cell; a sentence has its own", () => {
  const groups = grouped(["s", "aX", "bX", "cX"], get);
  assert.deepEqual(groups.map(({ ids, way }) => [ids, way]), [[["s"], null], [["aX", "bX", "cX"], "column"]]);
});

test("a cell joins its row or its column, whichever has more", () => {
  const groups = grouped(["aX", "bX", "cX", "aY"], get);
  assert.deepEqual(groups.map(({ ids }) => ids), [["aX", "bX", "cX"], ["aY"]]);
  assert.equal(groups[1].way, null);
});

test("without headers in front, cells of a column are a column", () => {
  const bare = new Map(["1", "2"].flatMap((row) => ["X", "Y"].map((column) => {
    const id = `${row}${column}`;
    return [id, cell(row, column, { id, row_headers: [], context: ["title", "section", `head ${column}`] })];
  })));
  const groups = grouped(["1X", "2X", "1Y", "2Y"], (id) => bare.get(id) ?? null);
  assert.deepEqual(groups.map(({ ids, way }) => [ids, way]), [[["1X", "2X"], "column"], [["1Y", "2Y"], "column"]]);
});

test("two tables with the same words stay two", () => {
  const other = cell("b", "X", { id: "other", context: ["title", "section", "other b", "other X"] });
  const groups = grouped(["aX", "other"], (id) => (id === "other" ? other : get(id)));
  assert.equal(groups.length, 2);
});

test("what is not known yet, and what is alone, stands by itself", () => {
  assert.deepEqual(grouped(["?", "aX"], get).map(({ ids, way }) => [ids, way]), [[["?"], null], [["aX"], null]]);
});

test("2,000 pieces are grouped in a few milliseconds", () => {
  const many = new Map(Array.from({ length: 2000 }, (_, n) => [`${n}`, cell(`r${n}`, `c${n % 5}`, { id: `${n}` })]));
  grouped([...many.keys()], (id) => many.get(id) ?? null);
  const began = process.cpuUsage(); // not the time of day: a busy machine does other things meanwhile
  assert.equal(grouped([...many.keys()], (id) => many.get(id) ?? null).length, 5);
  const { user, system } = process.cpuUsage(began);
  assert.ok(user + system < 200_000); // microseconds
});

test("joined sentences share a card, in the order of the page, at the place of the first that was chosen", () => {
  const joined = { s1: "s2", s2: "s3", s4: "gone" };
  const groups = grouped(["s3", "aX", "s1", "s2", "s4"], get, (id) => joined[id] ?? null);
  assert.deepEqual(groups.map(({ ids, way }) => [ids, way]), [[["s1", "s2", "s3"], null], [["aX"], null], [["s4"], null]]);
});

test("sentences joined in a ring, which no page offers, stay apart", () => {
  const joined = { s1: "s2", s2: "s1" };
  assert.deepEqual(grouped(["s1", "s2"], get, (id) => joined[id]).map(({ ids }) => ids), [["s1"], ["s2"]]);
});

test("each header has its own id, though a blank one is left out", () => {
  const headers = { "h1": "Region", "h2": "", "h3": "1901", "h4": "Year" };
  const excerptOf = (id) => (id in headers ? { kind: "header_cell", text: headers[id] } : { kind: "section", text: "S" });
  const excerpt = { context: ["t", "s", "h1", "h2", "h3", "h4"], row_headers: ["Region"], column_headers: ["Year", "1901"] };
  assert.deepEqual(headersOf(excerpt, excerptOf), [
    { id: "h1", text: "Region", way: "row" },
    { id: "h4", text: "Year", way: "column" },
    { id: "h3", text: "1901", way: "column" },
  ]);
  assert.deepEqual(headersOf(excerpt, () => null).map(({ id }) => id), [null, null, null]);
});

const find = createHedgeFinder({ en: ["may", "might", "is said", "is said to be", "probably"], de: ["wohl"] });
const hedges = (text, language = "en") => find(text, language).filter(({ hedge }) => hedge).map(({ text: word }) => word);

test("hedges are whole words, the longest first, in capitals only where a sentence begins", () => {
  assert.deepEqual(hedges("It is said to be old and might fall. Mightily improbable."), ["is said to be", "might"]);
  assert.deepEqual(hedges("Probably it was built in May, by John Might."), ["Probably"]);
  assert.deepEqual(hedges("May 1921 was dry."), []);
  assert.equal(find("It might.", "en").map(({ text }) => text).join(""), "It might.");
});

test("each language has its own, and one without a list has none", () => {
  assert.deepEqual(hedges("Er war wohl dort.", "de-AT"), ["wohl"]);
  assert.deepEqual(hedges("Er war wohl dort.", "en"), []);
  assert.deepEqual(hedges("probably", "xx"), []);
});

test("sets are compared: in all, in some, in one alone", () => {
  const { filled, sections } = compared([["a", "b", "c"], [], ["a", "b"], ["a", "d"]]);
  assert.deepEqual(filled, [0, 2, 3]);
  assert.deepEqual(sections.map((section) => [section.in, section.pieces.map(({ id }) => id)]), [
    ["all", ["a"]], ["some", ["b"]], [0, ["c"]], [3, ["d"]],
  ]);
  assert.deepEqual(compared([["a"], []]).sections.map((section) => section.in), [0]);
});

test("an element is evidence and context at once, and context as long as one piece needs it", () => {
  const needs = { x: ["h"], y: ["h"], h: ["t"] };
  const dropped = new Set();
  const marks = createMarks((id) => (needs[id] ?? []).filter((each) => !dropped.has(`${id} ${each}`)));
  marks.add("x");
  marks.add("y");
  marks.add("h");
  assert.deepEqual(marks.of("h"), { evidence: true, context: true });
  dropped.add("x h");
  assert.deepEqual(new Set(marks.renew("x")), new Set(["x", "h"]));
  assert.deepEqual(marks.of("h"), { evidence: true, context: true });
  marks.remove("y");
  assert.deepEqual(marks.of("h"), { evidence: true, context: false });
  marks.remove("h");
  marks.remove("x");
  assert.deepEqual([marks.of("h"), marks.of("t")], [{ evidence: false, context: false }, { evidence: false, context: false }]);
});
