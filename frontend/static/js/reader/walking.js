/** Arrow keys walk over the page: one element at a time can be reached by Tab, the arrows move on from there. */
import { citable } from "../evidence/picking.js";
import { gridMap, neighbour } from "./grid-map.js";

/** @typedef {import("./grid-map.js").GridMap} GridMap */

const WAYS = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };

/** @param {import("./reader.js").Reader} reader */
export function createWalking(reader) {
  /** @type {HTMLElement|null} */
  let stop = null;
  /** @type {WeakMap<Element, GridMap>} */
  const maps = new WeakMap();

  /** @param {HTMLElement|undefined} element */
  function makeStop(element) {
    if (!element || element === stop) return;
    stop?.setAttribute("tabindex", "-1");
    stop = element;
    stop.tabIndex = 0;
  }

  /** @param {HTMLElement} element */
  function walkTo(element) {
    makeStop(element);
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {HTMLElement} from  @param {number} down  @param {number} right */
  function next(from, down, right) {
    const table = from.closest("table");
    if (table && from.matches("td, th")) {
      const map = maps.get(table) ?? gridMap(table);
      maps.set(table, map);
      const cell = neighbour(map, from, down, right);
      if (cell || right !== 0) return cell;
    }
    return beside(from, down + right);
  }

  /** @param {HTMLElement} from  @param {number} by  in page order; a table is left as a whole */
  function beside(from, by) {
    const all = [...reader.frame.querySelectorAll(".citable")];
    const own = from.matches("td, th") ? from.closest("table") : null;
    for (let at = all.indexOf(from) + by; all[at]; at += by) {
      const found = all[at];
      if (found instanceof HTMLElement && (!own || found.closest("table") !== own)) return found;
    }
    return null;
  }

  reader.frame.addEventListener("focusin", (event) => makeStop(citable(event.target) ?? undefined));
  reader.frame.addEventListener("keydown", (event) => {
    const way = WAYS[/** @type {keyof typeof WAYS} */ (event.key)];
    const from = event.target instanceof HTMLElement && event.target.matches(".citable") ? event.target : null;
    if (!way || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const found = next(from, way[0], way[1]);
    if (found) walkTo(found);
  });
  reader.onShow(({ page }) => {
    stop = null;
    const first = page?.root.querySelector(".citable");
    if (first instanceof HTMLElement) makeStop(first);
  });

  return {
    /** Puts the keyboard on the page, at what is visible. */
    enter() {
      if (stop) walkTo(stop);
    },
    walkTo,
  };
}
