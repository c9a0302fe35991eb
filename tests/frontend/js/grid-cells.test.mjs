// The column that a button is about, where the mouse stands on a cell over several columns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsAlong } from "../../../frontend/static/js/evidence/grid-cells.js";

const WIDTH = 10;

/** Each name is a cell as wide as its columns; capital letters are headers. "Ax3" is over three columns. */
function table(...rows) {
  const cells = {};
  const found = { rows: [] };
  found.rows = rows.map((row) => {
    let column = 0;
    return {
      cells: row.split(" ").map((written) => {
        const [, name, across = "1"] = /^([a-zA-Z])(?:x(\d))?$/.exec(written);
        const left = column * WIDTH;
        column += Number(across);
        const right = column * WIDTH;
        return (cells[name] = {
          name,
          rowSpan: 1,
          colSpan: Number(across),
          dataset: { elementId: name },
          closest: () => found,
          matches: () => name === name.toLowerCase(),
          getBoundingClientRect: () => ({ left, right }),
        });
      }),
    };
  });
  return cells;
}

const names = (found) => found.map(({ name }) => name).join(" ");

test("a header over three columns is of the column under the mouse", () => {
  const { A, b } = table("Ax3", "a b c", "d e f");
  assert.equal(names(cellsAlong(A, "column", { x: 15, y: 0 })), "b e");
  assert.equal(names(cellsAlong(A, "column", { x: 25, y: 0 })), "c f");
  assert.equal(names(cellsAlong(A, "column")), "a d"); // by key: its first
  assert.equal(names(cellsAlong(b, "column", { x: 15, y: 0 })), "b e");
});
