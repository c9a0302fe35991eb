/** Cards dragged by their handle: to another place in the list, or onto the tab of another set. */
import { need } from "../common/dom.js";

/** @typedef {import("./cards.js").Drawn} Drawn */

/**
 * @param {Object} parts
 * @param {HTMLElement} parts.list
 * @param {import("./work.js").Work} parts.work
 * @param {(target: EventTarget|null) => Drawn|null} parts.cardOf
 * @param {() => Drawn[]} parts.shown
 */
export function setUpDragging({ list, work, cardOf, shown }) {
  const tabs = need("#set-tabs", HTMLElement);
  /** @type {string[]} */
  let dragged = [];
  /** @type {Element|null} */
  let marked = null;

  /** @param {Element|null} element  @param {string} [as] */
  function mark(element, as = "") {
    marked?.classList.remove("drop-before", "drop-after", "drop-here");
    marked = element;
    if (as) marked?.classList.add(as);
  }

  /** @param {DragEvent} event  @returns {{card: Drawn, after: boolean}|null} */
  function aim(event) {
    const card = cardOf(event.target);
    if (!card) return null;
    const { top, height } = card.element.getBoundingClientRect();
    return { card, after: event.clientY > top + height / 2 };
  }

  list.addEventListener("dragstart", (event) => {
    const card = cardOf(event.target);
    if (!card || !event.dataTransfer) return;
    dragged = card.ids;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
    event.dataTransfer.setDragImage(card.element, 12, 12);
  });
  list.addEventListener("dragover", (event) => {
    const target = dragged.length > 0 ? aim(event) : null;
    if (!target) return;
    event.preventDefault();
    mark(target.card.element, target.after ? "drop-after" : "drop-before");
  });
  list.addEventListener("drop", (event) => {
    const target = aim(event);
    if (!target) return;
    event.preventDefault();
    const cards = shown();
    const at = cards.indexOf(target.card) + (target.after ? 1 : 0);
    const before = cards.slice(at).find(({ ids }) => ids[0] !== dragged[0]);
    work.reorder(dragged, before?.ids[0] ?? null);
  });

  tabs.addEventListener("dragover", (event) => {
    const tab = event.target instanceof Element ? event.target.closest("[data-set]") : null;
    if (dragged.length === 0 || !tab) return;
    event.preventDefault();
    mark(tab, "drop-here");
  });
  tabs.addEventListener("drop", (event) => {
    const tab = event.target instanceof Element ? event.target.closest("[data-set]") : null;
    const set = tab instanceof HTMLElement ? Number(tab.dataset.set) : work.body().active_set;
    if (dragged.length === 0 || set === work.body().active_set) return;
    event.preventDefault();
    work.move(dragged, work.body().active_set, set);
  });
  document.addEventListener("dragend", () => {
    dragged = [];
    mark(null);
  });
}
