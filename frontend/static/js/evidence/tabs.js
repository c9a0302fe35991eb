/** The evidence sets as tabs with counts, and a button that adds one. */
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { labelMark } from "./label-names.js";
import { labelOf } from "./labels.js";
import { setName } from "./set-name.js";

/** @param {import("./work.js").Work} work */
export function createTabs(work) {
  const bar = need("#set-tabs", HTMLElement);
  const add = need("#set-add", HTMLButtonElement);
  const room = need("#workspace", HTMLElement);

  /** @param {number} number */
  function tab(number) {
    return make(
      "button",
      { type: "button", role: "tab", class: "tab", id: `set-tab-${number}`, "data-set": String(number), "aria-controls": "set-panel" },
      make("span", { class: "set-swatch", "aria-hidden": "true" }),
      make("span", { class: "tab-name" }),
      make("span", { class: "tab-count" }),
      make("span", { class: "tab-label" }),
    );
  }

  /** @param {number} number  @returns {HTMLElement} */
  const at = (number) => /** @type {HTMLElement} */ (bar.children[number]);

  function drawAll() {
    const { sets, looks, active_set: active } = work.body();
    while (bar.children.length < sets.length) bar.append(tab(bar.children.length));
    while (bar.children.length > sets.length) bar.lastElementChild?.remove();
    looks.forEach((look, number) => {
      const each = at(number);
      each.setAttribute("aria-selected", String(number === active));
      each.tabIndex = number === active ? 0 : -1;
      each.dataset.colour = look.colour;
      need(".tab-name", HTMLElement, each).replaceChildren(...nameParts(number));
      each.title = look.name ? `${word("setNumber", { number: number + 1 })}: ${shown(look.name)}` : "";
      drawCount(number);
    });
    add.hidden = work.mostSets() <= 1;
    add.disabled = sets.length >= work.mostSets();
    if (room.dataset.colour !== looks[active].colour) room.dataset.colour = looks[active].colour; // restyles the page
    const { left, right } = at(active).getBoundingClientRect();
    const view = bar.getBoundingClientRect();
    if (left < view.left) bar.scrollLeft += left - view.left;
    else if (right > view.right) bar.scrollLeft += right - view.right;
    need("#set-panel", HTMLElement).setAttribute("aria-labelledby", `set-tab-${active}`);
  }

  /** In a narrow panel the words give way; the number of a set that nobody has named does not. @param {number} set */
  function nameParts(set) {
    const [words, rest] = work.body().looks[set].name ? [setName(work, set), null] : word("setNumber", { number: "\0" }).split("\0");
    return [make("span", { class: "tab-words" }, words), rest === null ? "" : make("span", {}, `${set + 1}${rest}`)];
  }

  /** @param {number} number */
  function drawCount(number) {
    const count = need(".tab-count", HTMLElement, at(number));
    const { length } = work.body().sets[number];
    count.textContent = String(length);
    count.setAttribute("aria-label", word("pieces", { count: length }));
    need(".tab-label", HTMLElement, at(number)).replaceChildren(...[labelMark(labelOf(work.body(), number))].filter((mark) => mark !== null));
  }

  bar.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("[data-set]") : null;
    if (pressed instanceof HTMLElement) work.activate(Number(pressed.dataset.set));
  });
  bar.addEventListener("keydown", (event) => {
    const count = bar.children.length;
    const active = work.body().active_set;
    const to = { ArrowRight: (active + 1) % count, ArrowLeft: (active - 1 + count) % count, Home: 0, End: count - 1 }[event.key];
    if (to === undefined || event.altKey) return;
    event.preventDefault();
    work.activate(to);
    at(work.body().active_set).focus();
  });
  add.addEventListener("click", () => {
    work.addSet();
    if (add.disabled) at(work.body().active_set).focus();
  });

  work.onChange((change) => {
    if (change.kind === "evidence") new Set(change.steps.map(({ set }) => set)).forEach(drawCount);
    else if (change.kind === "label") drawCount(change.set);
    else if (change.kind === "active" || change.kind === "all" || change.kind === "sets") drawAll();
  });
  drawAll();
}
