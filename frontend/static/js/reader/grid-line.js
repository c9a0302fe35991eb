/** The row or column one walks along: a cell that spans several is left in the one in which it was entered. */
import { gridOf, squareAlong } from "./grid-map.js";

export function createLine() {
  /** @type {{cell: HTMLElement, square: [number, number]|undefined}|null} */
  let last = null;

  /** @param {HTMLElement} cell  @returns {[number, number]|undefined} undefined where one did not walk to it */
  function squareOf(cell) {
    return last?.cell === cell ? last.square : undefined;
  }

  return {
    squareOf,
    /** @param {HTMLTableElement} table  @param {HTMLElement} from  @param {boolean} alongRow  @param {HTMLElement|null} found */
    reached(table, from, alongRow, found) {
      const map = gridOf(table);
      if (found) last = { cell: found, square: squareAlong(map, found, alongRow, squareOf(from) ?? map.at.get(from)) };
      return found;
    },
  };
}
