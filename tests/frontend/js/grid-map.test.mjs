// Squares of a table: spans counted, rectangles whole, every cell once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columnOf, farthest, gridMap, neighbour, rectangle, rowOf, squareAlong } from "../../../frontend/static/js/reader/grid-map.js";

/** "a2x1" is a cell named a over two rows and one column; a bare name is over one square. */
function table(...rows) {
  const cells = {};
  return {
    cells,
    rows: rows.map((row) => ({
      cells: row.split(" ").map((written) => {
        const [, name, down = "1", across = "1"] = /^([a-z]+)(?:(\d)x(\d))?$/.exec(written);
        return (cells[name] = { name, rowSpan: Number(down), colSpan: Number(across), dataset: name === "x" ? {} : { elementId: name } });
      }),
    })),
  };
}

const names = (cells) => cells.map((cell) => cell.name).join(" ");
const SPANS = table("a b2x1 c", "d e", "f1x2 g");
const map = gridMap(SPANS);
const { a, b, c, d, e, f, g } = SPANS.cells;

test("arrows move as the eye does", () => {
  assert.equal(neighbour(map, a, 0, 1), b);
  assert.equal(neighbour(map, b, 1, 0), f);
  assert.equal(neighbour(map, e, 0, -1), b);
  assert.equal(neighbour(map, c, -1, 0), null);
  assert.equal(farthest(map, d, 1), e);
  assert.equal(farthest(map, e, -1), d);
  assert.equal(farthest(map, g, 1), null);
});

test("through a cell of two rows one stays in one's row", () => {
  const square = squareAlong(map, b, true, map.at.get(d));
  assert.deepEqual(square, [1, 1]);
  assert.equal(neighbour(map, b, 0, 1, square), e);
  assert.equal(neighbour(map, b, 0, 1), c);
  assert.equal(farthest(map, b, -1, square), d);
});

test("a row and a column have every cell once", () => {
  assert.equal(names(rowOf(map, 1)), "d b e");
  assert.equal(names(columnOf(map, 1)), "b f");
  assert.equal(names(columnOf(map, 9)), "");
});

test("a rectangle takes spans whole, whichever corner it began in", () => {
  assert.equal(names(rectangle(map, a, e)), "a b c d e");
  assert.equal(names(rectangle(map, e, a)), "a b c d e");
  assert.equal(names(rectangle(map, d, a)), "a d");
  assert.equal(names(rectangle(map, f, f)), "f");
  assert.equal(names(rectangle(map, g, b)), "b c e f g");
});

test("what is not of the article is no square", () => {
  const other = table("x a b", "x c d");
  assert.equal(names(rowOf(gridMap(other), 0)), "a b");
});
