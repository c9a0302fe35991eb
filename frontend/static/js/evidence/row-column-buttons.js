/**
 * Beside the row and above the column under the mouse stands a button that chooses all their cells; the keys r and c do the
 * same. One listener for the whole page: a table may have 10,000 cells.
 */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { scrollerOf } from "../reader/in-view.js";
import { cellAt, cellsAlong } from "./grid-cells.js";

/** @typedef {import("./grid-cells.js").Way} Way */

const AWAY_MS = 350; // on the way from the table to its gutter
const THICK = 18;

/**
 * @param {Object} parts
 * @param {HTMLElement} parts.frame  around the pages
 * @param {import("./work.js").Work} parts.work
 * @param {(elements: HTMLElement[], way: Way) => void} parts.add
 * @param {(elements: HTMLElement[], way: Way) => void} parts.remove
 */
export function setUpGutters({ frame, work, add, remove }) {
  const buttons = { row: need("#gutter-row", HTMLButtonElement), column: need("#gutter-column", HTMLButtonElement) };
  const ways = /** @type {Way[]} */ (["row", "column"]);
  /** @type {{row: HTMLTableCellElement[], column: HTMLTableCellElement[]}} */
  let cells = { row: [], column: [] };
  /** @type {HTMLTableCellElement|null} */
  let over = null;
  let timer = 0;
  let coming = 0;

  function hide() {
    over = null;
    for (const way of ways) {
      buttons[way].hidden = true;
      mark(way, false);
    }
  }

  /** @param {HTMLTableCellElement} cell  @param {{x: number, y: number}} mouse */
  function show(cell, mouse) {
    over = cell;
    cells = { row: cellsAlong(cell, "row", mouse), column: cellsAlong(cell, "column", mouse) };
    label();
    place(cell, mouse.y);
  }

  function label() {
    const chosen = new Set(work.activeIds());
    for (const way of ways) {
      const button = buttons[way];
      const whole = cells[way].length > 0 && cells[way].every(({ dataset }) => chosen.has(dataset.elementId ?? ""));
      const values = { count: cells[way].length, number: work.body().active_set + 1 };
      button.dataset.whole = String(whole);
      button.title = word(LABELS[`${whole ? "remove" : "add"}-${way}`], values);
      button.setAttribute("aria-label", button.title);
    }
  }

  /** Outside of the table where there is room, else on its edge. @param {HTMLTableCellElement} cell  @param {number} y */
  function place(cell, y) {
    const frameBox = (cell.closest(".wikitable-frame, .infobox-frame") ?? cell).getBoundingClientRect();
    const table = /** @type {HTMLElement} */ (cell.closest("table")).getBoundingClientRect();
    const scroller = scrollerOf(cell);
    const view = scroller.getBoundingClientRect();
    const own = cell.getBoundingClientRect();
    const row = cells.row.find(({ rowSpan }) => rowSpan === 1)?.parentElement?.getBoundingClientRect() ?? own;
    const rightToLeft = getComputedStyle(cell).direction === "rtl";
    const edge = rightToLeft ? Math.min(frameBox.right, table.right) : Math.max(frameBox.left, table.left) - THICK;
    put(buttons.row, {
      left: Math.min(Math.max(edge, view.left), view.left + scroller.clientWidth - THICK),
      top: Math.max(row.top, view.top),
      width: THICK,
      height: Math.min(row.bottom, view.bottom) - Math.max(row.top, view.top),
      hidden: cells.row.length < 2,
    });
    const above = topOf(cell) - THICK;
    const column = (cell.colSpan > 1 && cells.column.find(({ colSpan }) => colSpan === 1)?.getBoundingClientRect()) || own;
    const left = Math.max(column.left, frameBox.left);
    put(buttons.column, {
      left,
      top: Math.max(above, view.top),
      width: Math.min(column.right, frameBox.right) - left,
      height: THICK,
      hidden: cells.column.length < 2 || y < view.top + THICK,
    });
  }

  /** @param {PointerEvent} event  @param {HTMLTableCellElement} cell */
  function soon({ clientX: x, clientY: y }, cell) {
    cancelAnimationFrame(coming);
    coming = requestAnimationFrame(() => show(cell, { x, y }));
  }

  frame.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const cell = cellAt(event.target instanceof Element ? event.target : null);
    clearTimeout(timer);
    if (cell) soon(event, cell);
    else leave();
  });
  // Within a cell that spans several rows or columns another one is meant with every step.
  frame.addEventListener("pointermove", (event) => {
    if (over && over.rowSpan + over.colSpan > 2 && over.contains(/** @type {Node} */ (event.target))) soon(event, over);
  });
  frame.addEventListener("pointerleave", leave);
  frame.addEventListener("scroll", hide, { capture: true, passive: true });

  function leave() {
    clearTimeout(timer);
    cancelAnimationFrame(coming);
    timer = window.setTimeout(hide, AWAY_MS);
  }

  for (const way of ways) {
    const button = buttons[way];
    button.addEventListener("pointerenter", () => {
      clearTimeout(timer);
      mark(way, true);
    });
    button.addEventListener("pointerleave", () => {
      mark(way, false);
      leave();
    });
    button.addEventListener("click", () => (button.dataset.whole === "true" ? remove : add)(cells[way], way));
  }

  /** Shows which cells the button is about. @param {Way} way  @param {boolean} on */
  function mark(way, on) {
    cells[way].forEach((cell) => cell.classList.toggle("is-in-range", on));
  }

  work.onChange(() => void (over?.isConnected ? label() : hide()));

  return {
    hide,
    /**
     * The row or column of the cell that has the keyboard.
     * @param {EventTarget|null} target
     * @param {Way} way
     * @param {boolean} adding
     * @returns {boolean} false where there is no cell
     */
    byKey(target, way, adding) {
      const cell = cellAt(target instanceof Element ? target : null);
      if (!cell) return false;
      (adding ? add : remove)(cellsAlong(cell, way), way);
      return true;
    },
  };
}
const LABELS = /** @type {Record<string, string>} */ ({
  "add-row": "addRow",
  "add-column": "addColumn",
  "remove-row": "removeRow",
  "remove-column": "removeColumn",
});

/** Where the squares of a table begin, below its caption. @param {HTMLTableCellElement} cell */
function topOf(cell) {
  return cell.closest("table")?.rows[0]?.getBoundingClientRect().top ?? 0;
}

/** @param {HTMLElement} button  @param {{left: number, top: number, width: number, height: number, hidden: boolean}} box */
function put(button, { hidden, ...box }) {
  button.hidden = hidden;
  for (const [side, length] of Object.entries(box)) button.style.setProperty(side, `${Math.round(length)}px`);
}
