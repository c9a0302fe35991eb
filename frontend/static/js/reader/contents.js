/** The line that follows: the page and the section one is in. It opens the contents list from anywhere, also by key. */
import { make, need } from "../common/dom.js";
import { folded } from "./find-text.js";
import { atTop, countBefore } from "./in-view.js";
import { goToSection } from "./links.js";

const MOST_TRIES = 20; // frames

/** @param {import("./reader.js").Reader} reader  @returns {() => boolean} opens it for the keyboard; false where a page has none */
export function followContents(reader) {
  const bar = need("#contents", HTMLElement);
  const button = need("button", HTMLButtonElement, bar);
  const title = need("[data-title]", HTMLElement, bar);
  const here = need("[data-here]", HTMLElement, bar);
  const list = need("ul", HTMLUListElement, bar);
  /** @type {HTMLElement[]} */
  let headings = [];
  let current = -2;
  let asked = 0;
  let tried = 0;

  /** @param {boolean} wanted */
  function open(wanted) {
    list.hidden = !wanted;
    button.setAttribute("aria-expanded", String(wanted));
    if (wanted) list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  function mark() {
    const top = atTop(reader.scroller)[0];
    tried = top ? 0 : tried + 1; // a far part is laid out in the frame after it came into view
    asked = !top && tried < MOST_TRIES ? requestAnimationFrame(mark) : 0;
    const number = top ? countBefore(headings, top) - 1 : current;
    if (number === current) return;
    current = number;
    here.replaceChildren(...pathTo(headings, number).map((heading) => make("bdi", {}, heading.textContent ?? "")));
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.children[number]?.firstElementChild?.setAttribute("aria-current", "location");
  }

  reader.onShow(({ page }) => {
    const lines = page?.root.querySelectorAll(".contents li") ?? [];
    headings = [...(page?.root.querySelectorAll(".article-body :is(h2, h3, h4, h5, h6)") ?? [])].filter(
      (heading) => heading instanceof HTMLElement,
    );
    bar.hidden = page === null;
    button.disabled = lines.length === 0;
    title.textContent = page?.root.querySelector("h1")?.textContent?.trim() ?? "";
    bar.dir = page?.root.dir ?? "";
    bar.lang = page?.root.lang || document.documentElement.lang;
    open(false);
    list.replaceChildren(...[...lines].map((line) => make("li", { class: line.className }, ...[...line.childNodes].map((node) => node.cloneNode(true)))));
    current = -2;
    if (!bar.hidden) mark();
  });
  reader.scroller.addEventListener("scroll", () => {
    if (!bar.hidden) asked ||= requestAnimationFrame(mark);
  });
  button.addEventListener("click", () => open(list.hidden !== false));
  list.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link) return;
    event.preventDefault();
    open(false);
    goToSection(reader.frame, link);
  });
  bar.addEventListener("keydown", (event) => {
    const line = list.hidden ? undefined : lineFor(event, [...list.querySelectorAll("a")]);
    if (line !== undefined) {
      event.preventDefault();
      event.stopPropagation(); // letters mean lines here
      line?.focus();
    } else if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      open(false);
      button.focus();
    }
  });
  bar.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && !bar.contains(event.relatedTarget)) open(false);
  });
  document.addEventListener("pointerdown", (event) => {
    if (!list.hidden && event.target instanceof Node && !bar.contains(event.target)) open(false);
  });

  return () => {
    if (bar.hidden || button.disabled) return false;
    open(true);
    const line = list.querySelector("a[aria-current]") ?? list.querySelector("a");
    if (line instanceof HTMLElement) line.focus();
    return true;
  };
}

/** @param {HTMLElement[]} headings  of the page  @param {number} number  of one  @returns {HTMLElement[]} those above it, and itself */
function pathTo(headings, number) {
  const last = headings[number];
  if (!last) return [];
  const above = headings.slice(0, number).findLastIndex(({ tagName }) => tagName < last.tagName);
  return [...pathTo(headings, above), last];
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLAnchorElement[]} lines
 * @returns {HTMLAnchorElement|null|undefined} the line to go to: by arrows, Home and End, or the next that begins with a letter;
 *   null: there is none; undefined: not our key
 */
function lineFor({ key, ctrlKey, altKey, metaKey }, lines) {
  if (ctrlKey || altKey || metaKey) return undefined;
  const at = lines.findIndex((line) => line === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: lines.length - 1 }[key];
  if (to !== undefined) return lines[to] ?? null;
  if (key.length !== 1 || key === " ") return undefined;
  const order = [...lines.slice(at + 1), ...lines.slice(0, at + 1)];
  return order.find((line) => folded(nameOf(line)).startsWith(folded(key))) ?? null;
}

/** Without its number. @param {HTMLAnchorElement} line */
function nameOf(line) {
  const number = line.querySelector(".contents-number")?.textContent ?? "";
  return (line.textContent ?? "").slice(number.length).trim();
}
