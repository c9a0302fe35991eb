/**
 * Arrow keys walk over the page: one element at a time can be reached by Tab, the arrows move on from there. With Shift
 * they extend from where they began, the anchor: in a table a rectangle, elsewhere a run. That element, the stop, is also
 * where a match was found, what was clicked, or the first below a heading that was gone to.
 */
import { citable } from "../evidence/click-selection.js";
import { arriveNow } from "./page-opening.js";
import { farthest, gridOf, isTarget, neighbour } from "./grid-map.js";
import { createLine } from "./grid-line.js";
import { countBefore } from "./in-view.js";
import { elementAt, firstSeen, isInView } from "./keyboard-place.js";
import { between, tableOf } from "./runs.js";
import { settle } from "./show-range.js";

/** @typedef {{anchor: HTMLElement, stop: HTMLElement, elements: HTMLElement[], before: HTMLElement[]}} Extent  `before`: of the last one from this anchor */
/** @typedef {ReturnType<typeof createWalking>} Walking */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
/** @type {Record<string, [number, number]>} */
const ENDS = { Home: [0, -1], End: [0, 1] };
const HEADINGS = "h2, h3, h4, h5, h6";

/** @param {import("./reader.js").Reader} reader */
export function createWalking(reader) {
  /** @type {HTMLElement|null} */
  let stop = null;
  /** @type {HTMLElement|null} */
  let anchor = null;
  /** @type {HTMLElement[]} */
  let extent = [];
  /** @type {HTMLElement[]|null} */
  let all = null;
  const line = createLine();
  /** @type {((extent: Extent) => void)[]} */
  const listeners = [];

  /** Everything that can be chosen on the page, in page order. */
  function elements() {
    all ??= [...reader.frame.querySelectorAll(".citable")].filter((element) => element instanceof HTMLElement);
    return all;
  }

  /** @param {HTMLElement|undefined} element */
  function makeStop(element) {
    if (!element || element === stop) return;
    stop?.setAttribute("tabindex", "-1");
    stop = element;
    stop.tabIndex = 0;
  }

  /** @param {HTMLElement} element */
  function walkTo(element) {
    arriveNow(element);
    makeStop(element);
    element.focus({ preventScroll: true });
    settle(element, () => element.scrollIntoView({ block: "nearest", inline: "nearest" })); // far parts get their height by being seen
  }

  /** @param {HTMLElement} element  where the next extension begins */
  function begin(element) {
    anchor = element;
    extent = [element];
  }

  /** From far away. @param {HTMLElement|undefined} element */
  function goTo(element) {
    if (!element) return;
    walkTo(element);
    begin(element);
  }

  /** Where the keyboard is, if that is in view, else what is seen first. @returns {HTMLElement|undefined} */
  function place() {
    return stop && isInView(reader.scroller, stop) ? stop : (firstSeen(reader.scroller, elements()) ?? stop ?? undefined);
  }

  /** @param {HTMLElement} heading  @param {KeyboardEvent} event  @returns {HTMLElement|null|undefined} as `wished` */
  function besideHeading(heading, event) {
    const down = WAYS[event.key]?.[0];
    if (!down || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
    return elements()[countBefore(elements(), heading) - (down < 0 ? 1 : 0)] ?? null;
  }

  /** @param {HTMLElement} to  over everything between it and the anchor */
  function extendTo(to) {
    if (!anchor?.isConnected) begin(stop ?? to);
    const from = anchor ?? to;
    const before = extent;
    extent = between(elements(), from, to);
    walkTo(to);
    listeners.forEach((listener) => listener({ anchor: from, stop: to, elements: extent, before }));
  }

  /** @param {HTMLElement} from  @param {KeyboardEvent} event  @returns {HTMLElement|null|undefined} undefined: not our key */
  function wished(from, event) {
    const table = tableOf(from);
    const [down, across] = WAYS[event.key] ?? ENDS[event.key] ?? [];
    if (down === undefined || across === undefined || event.altKey || event.metaKey) return undefined;
    const right = reader.page()?.root.dir === "rtl" ? -across : across; // the next cell stands on the left there
    if (WAYS[event.key]) return event.ctrlKey ? undefined : next(from, table, down, right);
    if (!table) return undefined;
    if (!event.ctrlKey) return line.reached(table, from, true, farthest(gridOf(table), from, across, line.squareOf(from)));
    const cells = [...gridOf(table).at.keys()].filter(isTarget);
    const end = across < 0 ? cells[0] : cells.at(-1);
    return end instanceof HTMLElement ? end : null;
  }

  /** @param {HTMLElement} from  @param {HTMLTableElement|null} table  @param {number} down  @param {number} right */
  function next(from, table, down, right) {
    const cell = table ? neighbour(gridOf(table), from, down, right, line.squareOf(from)) : null;
    if (table && (cell || right !== 0)) return line.reached(table, from, right !== 0, cell);
    return beside(from, table, down + right);
  }

  /** @param {HTMLElement} from  @param {HTMLTableElement|null} own  @param {number} by  in page order; a table is left as a whole */
  function beside(from, own, by) {
    const order = elements();
    for (let at = order.indexOf(from) + by; order[at]; at += by) {
      if (!own || tableOf(order[at]) !== own) return order[at];
    }
    return null;
  }

  reader.frame.addEventListener("focusin", ({ target }) => {
    const isHeading = target instanceof Element && target.matches(HEADINGS);
    makeStop(isHeading ? elementAt(elements(), target) : (citable(target) ?? undefined));
  });
  reader.frame.addEventListener("keydown", (event) => {
    const heading = event.target instanceof HTMLElement && event.target.matches(HEADINGS) ? event.target : null;
    const from = citable(event.target);
    const found = heading ? besideHeading(heading, event) : from ? wished(from, event) : undefined;
    if (found === undefined) return;
    event.preventDefault();
    if (!found) return;
    if (event.shiftKey) return extendTo(found);
    walkTo(found);
    begin(found);
  });
  reader.frame.addEventListener("click", (event) => {
    const element = citable(event.target);
    if (!element || event.shiftKey || !getSelection()?.isCollapsed) return;
    makeStop(element); // the arrows go on from what was clicked
    begin(element);
    if (!(event.target instanceof Element && event.target.closest("a"))) element.focus({ preventScroll: true });
  });
  reader.onShow(({ page }) => {
    [stop, anchor, extent, all] = [null, null, [], null];
    const first = page?.root.querySelector(".citable");
    if (first instanceof HTMLElement) makeStop(first);
  });

  return {
    /** Puts the keyboard on the page, where it was or at what is seen first. */
    enter: () => goTo(place()),
    /** At the element of a place, or the next after it. @param {Node} found */
    enterAt: (found) => goTo(elementAt(elements(), found)),
    /** The keyboard stays where it is, and will enter there. @param {Node} found */
    aim: (found) => makeStop(elementAt(elements(), found)),
    /** What next and previous are counted from. @returns {HTMLElement|undefined} */
    here() {
      const focused = document.activeElement;
      const isHere = focused instanceof HTMLElement && focused !== reader.frame && reader.frame.contains(focused);
      return isHere && isInView(reader.scroller, focused) ? focused : place();
    },
    goTo,
    walkTo,
    elements,
    /** Where the keyboard is. */
    stop: () => stop,
    /** Where an extension begins: the last element reached without Shift. */
    anchor: () => (anchor?.isConnected ? anchor : stop),
    begin,
    extendTo,
    /** What lies between two elements. @param {HTMLElement} from  @param {HTMLElement} to */
    between: (from, to) => between(elements(), from, to),
    /** Shift and an arrow. Whoever chooses evidence listens here. @param {(extent: Extent) => void} listener */
    onExtend: (listener) => void listeners.push(listener),
  };
}
