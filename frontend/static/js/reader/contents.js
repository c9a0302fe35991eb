/** The contents list that follows: says which section one is in, and opens from anywhere on a long page. */
import { make, need } from "../common/dom.js";
import { atTop, countBefore } from "./in-view.js";
import { goToSection } from "./links.js";

const MOST_TRIES = 20; // frames

/** @param {import("./reader.js").Reader} reader */
export function followContents(reader) {
  const bar = need("#contents", HTMLElement);
  const button = need("button", HTMLButtonElement, bar);
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
    here.textContent = headings[number]?.textContent ?? "";
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.children[number]?.firstElementChild?.setAttribute("aria-current", "location");
  }

  reader.onShow(({ page }) => {
    const lines = page?.root.querySelectorAll(".contents li") ?? [];
    headings = [...(page?.root.querySelectorAll(".article-body :is(h2, h3, h4, h5, h6)") ?? [])].filter(
      (heading) => heading instanceof HTMLElement,
    );
    bar.hidden = lines.length === 0;
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
    if (event.key !== "Escape" || list.hidden) return;
    event.stopPropagation();
    open(false);
    button.focus();
  });
  bar.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && !bar.contains(event.relatedTarget)) open(false);
  });
  document.addEventListener("pointerdown", (event) => {
    if (!list.hidden && event.target instanceof Node && !bar.contains(event.target)) open(false);
  });
}
