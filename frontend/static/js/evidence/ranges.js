/**
 * Shift extends: a rectangle of cells, or a run of sentences. Shift+click chooses it at once; Shift+arrows mark it, and Enter
 * or Space chooses what is marked. Either way it is one step.
 */
import { announce } from "../common/announce.js";
import { word } from "../common/words.js";
import { citable } from "./click-selection.js";

/**
 * @param {HTMLElement} frame  the page
 * @param {Pick<import("../reader/keyboard-navigation.js").Walking, "anchor"|"begin"|"between"|"onExtend">} walking
 * @param {(elements: HTMLElement[]) => void} choose
 */
export function listenForRanges(frame, walking, choose) {
  /** @type {HTMLElement[]} */
  let marked = [];
  let extended = false;

  /** @param {HTMLElement[]} elements */
  function mark(elements) {
    const now = new Set(elements);
    marked.filter((element) => !now.has(element)).forEach((element) => element.classList.remove("is-in-range"));
    elements.forEach((element) => element.classList.add("is-in-range"));
    marked = elements;
  }

  walking.onExtend(({ anchor, stop, elements }) => {
    extended = true;
    mark(chosenOf(elements, anchor, stop));
    announce(word("rangeMarked", { count: marked.length }));
  });
  // Whoever walks on without Shift lets it go. `onExtend` comes after the focus, in the same turn.
  frame.addEventListener("focusin", () => {
    extended = false;
    queueMicrotask(() => void (!extended && marked.length > 0 && mark([])));
  });

  /** What is marked comes before the one element that has the keyboard. @param {KeyboardEvent} event */
  function marksKey(event) {
    if (marked.length < 2) return;
    const choosing = event.key === "Enter" || event.key === " ";
    if (!choosing && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    const elements = marked;
    mark([]);
    if (choosing) choose(elements);
  }
  frame.addEventListener("keydown", marksKey, { capture: true });

  // The browser would select the words in between.
  frame.addEventListener("mousedown", (event) => void (event.shiftKey && citable(event.target) && event.preventDefault()));
  frame.addEventListener(
    "click",
    (event) => {
      const element = citable(event.target);
      const anchor = walking.anchor();
      if (!element || !event.shiftKey || !anchor || anchor === element) return;
      event.preventDefault();
      event.stopPropagation();
      mark([]);
      choose(chosenOf(walking.between(anchor, element), anchor, element));
    },
    { capture: true },
  );
}

/** Headers are meant only where the range begins or ends with one. @param {HTMLElement[]} elements  @param {HTMLElement} one  @param {HTMLElement} other */
function chosenOf(elements, one, other) {
  return one.matches("th") || other.matches("th") ? elements : elements.filter((element) => !element.matches("th"));
}
