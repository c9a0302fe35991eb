/**
 * The list of cards of the active set. A change makes anew the cards it is about and leaves all others as they are.
 */
import { need } from "../common/dom.js";
import { card } from "./card.js";
import { setUpCardKeys } from "./card-keys.js";
import { createCardMenu } from "./card-menu.js";
import { setUpDragging } from "./card-dragging.js";
import { keepFocus, placeCards } from "./card-placing.js";
import { groupCard } from "./group-card.js";
import { grouped } from "./cell-groups.js";
import { joinedCard } from "./joined-card.js";

/** @typedef {import("./cell-groups.js").Group} Group */
/** @typedef {Group & {element: HTMLElement, stale: boolean}} Drawn */
/** @typedef {ReturnType<typeof createCards>} Cards */

/**
 * @param {Object} parts
 * @param {import("./work.js").Work} parts.work
 * @param {ReturnType<typeof import("./excerpts.js").createExcerpts>} parts.excerpts
 * @param {(id: string) => void} parts.open  called with the element a person wants to see on its page
 * @param {() => string} parts.language  of the pages
 */
export function createCards({ work, excerpts, open, language }) {
  const list = need("#cards", HTMLElement);
  const empty = need("#no-cards", HTMLElement);
  /** @type {Map<string, Drawn>} */
  let drawn = new Map();
  /** @type {Map<string, string>} element -> key of its card */
  let keyOf = new Map();
  /** @type {Set<string>} keys of the groups shown whole */
  const whole = new Set();
  const around = {
    excerptOf: excerpts.get,
    isMissing: excerpts.isMissing,
    droppedOf: work.droppedOf,
    addedTo: work.addedTo,
    isChosen: (/** @type {string} */ id) => keyOf.has(id),
    language,
  };

  /** @param {Group} group */
  function made({ key, ids, way }) {
    if (ids.length === 1) return card(ids[0], around);
    return way ? groupCard(ids, way, whole.has(key), around) : joinedCard(ids, around);
  }

  function draw() {
    const groups = grouped(work.activeIds(), excerpts.get, work.joinedTo);
    const before = drawn;
    keyOf = new Map(groups.flatMap(({ key, ids }) => ids.map((id) => [id, key])));
    drawn = new Map(groups.map((group) => [group.key, kept(group, before.get(group.key))]));
    placeCards(list, [...drawn.values()].map(({ element }) => element));
    empty.hidden = groups.length > 0;
    keys.renew();
  }

  /** @param {Group} group  @param {Drawn|undefined} old  @returns {Drawn} */
  function kept(group, old) {
    const same = old && !old.stale && old.ids.length === group.ids.length && old.ids.every((id, at) => id === group.ids[at]);
    if (same) return old;
    const element = made(group);
    for (const button of element.querySelectorAll("button")) button.tabIndex = -1; // card-keys.js makes one card reachable
    if (old?.element.contains(document.activeElement)) keepFocus(element, old.element);
    return { ...group, element, stale: false };
  }

  /** With the next frame: asked for at once, the whole page would be laid out twice. @param {string} id */
  function bringIntoView(id) {
    requestAnimationFrame(() => {
      const card = drawn.get(keyOf.get(id) ?? "")?.element;
      if (card?.isConnected) card.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {Iterable<string>} ids  whose cards are no longer right */
  function spoil(ids) {
    for (const id of ids) {
      const old = drawn.get(keyOf.get(id) ?? "");
      if (old) old.stale = true;
    }
  }

  /** Cards on which a header stands that has become evidence, or is none any more. @param {string} id */
  function spoilMentions(id) {
    if (excerpts.get(id)?.kind !== "header_cell") return;
    for (const chip of list.querySelectorAll(`[data-drop="${CSS.escape(id)}"]`)) spoil([cardOf(chip)?.ids[0] ?? ""]);
  }

  /** @param {EventTarget|null} target  @returns {Drawn|null} the card that something stands on */
  function cardOf(target) {
    const element = target instanceof Element ? target.closest("[data-card]") : null;
    const id = element instanceof HTMLElement ? element.dataset.card : undefined;
    return drawn.get(keyOf.get(id ?? "") ?? "") ?? null;
  }

  /** @param {HTMLElement} button  @param {Drawn} on */
  function press(button, { key, ids }) {
    const { open: opened, remove, drop, add, split, removeAll, all, more } = button.dataset;
    const cell = button.closest("[data-cell]");
    const of = cell instanceof HTMLElement && cell.dataset.cell ? [cell.dataset.cell] : ids;
    if (opened) open(opened);
    else if (remove) keys.leaving(button, () => work.remove([remove]));
    else if (removeAll !== undefined) keys.leaving(button, () => work.remove(ids));
    else if (drop) work.drop(of, drop, button.getAttribute("aria-pressed") === "true");
    else if (add) work.addContext(of, add, button.getAttribute("aria-pressed") !== "true");
    else if (split !== undefined) work.split(ids);
    else if (more !== undefined) menu.open(button, ids);
    else if (all !== undefined) {
      if (!whole.delete(key)) whole.add(key);
      spoil(ids);
      draw();
    }
  }

  list.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const on = cardOf(target);
    const button = target?.closest("button") ?? null;
    if (on && button) press(button, on);
    else if (on && target?.closest(".card-body") && getSelection()?.isCollapsed !== false) open(on.ids[0]);
  });

  const shown = () => [...drawn.values()];
  const keys = setUpCardKeys({ list, work, cardOf, shown, menu: (button, ids) => menu.open(button, ids) });
  const menu = createCardMenu(work, { shown, excerptOf: excerpts.get, done: (id) => keys.focus(id) });
  setUpDragging({ list, work, cardOf, shown });

  work.onChange((change) => {
    const active = work.body().active_set;
    if (change.kind === "active" || change.kind === "all") {
      drawn = new Map(); // the same elements may stand in the other set with other context
      draw();
    } else if (change.kind === "dropped" || change.kind === "added" || change.kind === "joined") {
      spoil(change.steps.filter(({ set }) => set === active).map((step) => step.of));
      draw();
    } else if (change.kind === "sets" && change.what === "order" && change.set === active) draw();
    else if (change.kind === "evidence") {
      const here = change.steps.filter(({ set }) => set === active);
      if (here.length === 0) return;
      here.forEach(({ id }) => spoilMentions(id));
      draw();
      const last = here.findLast(({ added }) => added);
      if (last) bringIntoView(last.id);
    }
  });

  return {
    draw,
    /** @param {string[]} ids  whose excerpts have arrived, of chosen elements or of headers on their cards */
    refresh(ids) {
      spoil(ids);
      for (const text of list.querySelectorAll(".chip-text, .is-offer")) spoil([cardOf(text)?.ids[0] ?? ""]); // its id may be known by now
      draw();
    },
  };
}
