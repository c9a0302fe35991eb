/**
 * A handle beside the element under the mouse whose words are nothing but links: a click on them would leave the page, a click on
 * the handle selects. One listener and one button for the whole page.
 */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { citable } from "./click-selection.js";
import { scrollerOf } from "../reader/in-view.js";

const AWAY_MS = 350; // on the way from the element to its handle
const STILL_MS = 120; // after which scrolling is over
const SIZE = 20;
const FEW = 2; // letters, such as brackets, that nobody would aim at

/**
 * @param {Object} parts
 * @param {HTMLElement} parts.frame  around the pages
 * @param {import("./work.js").Work} parts.work
 * @param {(element: HTMLElement) => void} parts.pick
 * @returns {{hide: () => void}}
 */
export function setUpSelectHandle({ frame, work, pick }) {
  const handle = need("#select-handle", HTMLButtonElement);
  /** @type {HTMLElement|null} */
  let over = null;
  let timer = 0;
  let mouse = { x: 0, y: 0 };

  /** @param {HTMLElement|null} element  @param {boolean} beside  whether the mouse is on its line and not on its words */
  function aim(element, beside) {
    over?.classList.remove("is-aimed");
    over = element;
    if (beside) over?.classList.add("is-aimed");
  }

  function hide() {
    clearTimeout(timer);
    aim(null, false);
    handle.hidden = true;
  }

  function leave() {
    clearTimeout(timer);
    timer = window.setTimeout(hide, AWAY_MS);
  }

  function label() {
    const chosen = work.activeIds().includes(over?.dataset.elementId ?? "");
    handle.dataset.chosen = String(chosen);
    handle.title = word(chosen ? "handleRemove" : "handleSelect", { number: work.body().active_set + 1 });
    handle.setAttribute("aria-label", handle.title);
  }

  /** @param {HTMLElement} element */
  function place(element) {
    const scroller = scrollerOf(element);
    const [own, view] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
    const rightToLeft = getComputedStyle(element).direction === "rtl";
    const isCell = element.matches("td, th");
    // On a corner of a cell, so that most of its link stays free; in front of a line, where its bullet is.
    const before = isCell ? own.right - SIZE / 2 : own.left - SIZE - 2;
    const after = isCell ? own.left - SIZE / 2 : own.right + 2;
    const left = Math.min(Math.max(rightToLeft ? after : before, view.left), view.left + scroller.clientWidth - SIZE);
    const top = Math.max(isCell ? own.top - SIZE / 2 : own.top, view.top);
    handle.style.setProperty("left", `${Math.round(left)}px`);
    handle.style.setProperty("top", `${Math.round(top)}px`);
  }

  /** @param {EventTarget|null} target  what the mouse stands on */
  function show(target) {
    const element = citable(target);
    if (element === null) return leave();
    clearTimeout(timer);
    aim(element, !element.contains(/** @type {Node} */ (target)));
    handle.hidden = !isAllLinks(element);
    if (handle.hidden) return;
    label();
    place(element);
  }

  /** The page moved below the mouse, which need not move again. */
  function scrolled() {
    hide();
    timer = window.setTimeout(() => {
      const target = document.elementFromPoint(mouse.x, mouse.y);
      if (frame.contains(target)) show(target);
    }, STILL_MS);
  }

  frame.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    mouse = { x: event.clientX, y: event.clientY };
    show(event.target);
  });
  frame.addEventListener("pointerleave", leave);
  frame.addEventListener("scroll", scrolled, { capture: true, passive: true });
  handle.addEventListener("pointerenter", () => clearTimeout(timer));
  handle.addEventListener("pointerleave", leave);
  handle.addEventListener("click", () => void (over?.isConnected && pick(over)));
  work.onChange(() => void (over && !handle.hidden && label()));
  return { hide };
}

/** @param {HTMLElement} element  @returns {boolean} whether there are no words beside its links on which one could click */
export function isAllLinks(element) {
  const links = element.querySelectorAll("a");
  if (links.length === 0) return false;
  const linked = [...links].reduce((sum, { textContent }) => sum + lettersOf(textContent), 0);
  return lettersOf(element.textContent) - linked <= FEW;
}

/** @param {string|null} text */
function lettersOf(text) {
  return (text ?? "").replace(/\s+/g, "").length;
}
