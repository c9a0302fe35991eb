import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf, placeOf, tablesOf } from "../../../frontend/workflows/claim_verification/static/js/decision/summary-grid.js";

const header = (id, way) => ({ id, text: id, way });
const cell = (id, rows, columns, caption = null) => ({
  id,
  text: id,
  headers: [...rows.map((each) => header(each, "row")), ...columns.map((each) => header(each, "column"))],
  dropped: [],
  caption,
});

test("cells that share a header are of one table, also by way of a third", () => {
  const [a, b, c, d] = [cell("a", ["r1"], ["c1"]), cell("b", ["r2"], ["c2"]), cell("c", ["x"], []), cell("d", ["r2"], ["c1"])];
  assert.deepEqual(tablesOf([a, b, c, d]), [[a, b, d], [c]]);
});

test("each cell stands under its column and right of its row, others stay empty", () => {
  const cells = [cell("a", ["r1"], ["c1"]), cell("b", ["r2"], ["c1", "c2"]), cell("d", ["r2"], ["c1"])];
  const { rows, columns, at } = gridOf(cells);
  assert.deepEqual([rows.length, columns.length], [2, 2]);
  assert.equal(at.get(placeOf(rows[1], columns[0]))?.id, "d");
  assert.equal(at.get(placeOf(rows[0], columns[1])), undefined);
});

test("cells that no header tells apart stand one below the other", () => {
  const { rows, columns, at } = gridOf([cell("a", [], ["c1"]), cell("b", [], ["c1"]), cell("d", [], ["c1"])]);
  assert.deepEqual([rows.length, columns.length, at.size], [3, 1, 3]);
});

test("under one caption are cells of one table, and nothing tells that two of them are of one row", () => {
  const cells = [cell("a", [], ["c1"], "Climate"), cell("b", [], ["c2"], "Climate"), cell("d", [], ["c3"], "People")];
  assert.deepEqual(tablesOf(cells).map((table) => table.length), [2, 1]);
  const { rows, columns } = gridOf(cells.slice(0, 2));
  assert.deepEqual([rows.length, columns.length], [2, 2]);
});
