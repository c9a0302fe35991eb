/**
 * The cards by keyboard: one card at a time is reached by Tab, arrows go on to the next, Alt+arrows move the card itself.
 */
import { announce } from "../common/announce.js";
import { word } from "../common/words.js";
import { nameOf, ownKey } from "../layout/keys.js";

/** @typedef {import("./cards.js").Drawn} Drawn */

/**
 * @param {Object} parts
 * @param {HTMLElement} parts.list
 * @param {import("./work.js").Work} parts.work
 * @param {(target: EventTarget|null) => Drawn|null} parts.cardOf
 * @param {() => Drawn[]} parts.shown
 * @param {(button: HTMLElement, ids: string[]) => void} parts.menu
 */
export function setUpCardKeys({ list, work, cardOf, shown, menu }) {
  /** @type {Element|null} the card that Tab leads to */
  let stop = null;

  /** @param {Element|null} card  @param {boolean} reachable */
  function setReachable(card, reachable) {
    for (const button of card?.querySelectorAll("button") ?? []) button.tabIndex = reachable ? 0 : -1;
  }

  /** @param {Element|null} card */
  function makeStop(card) {
    if (card === stop) return;
    setReachable(stop, false);
    stop = card;
    setReachable(stop, true);
  }

  /** @param {Element|null|undefined} card */
  function focusCard(card) {
    const button = card?.querySelector("button");
    if (!button) return;
    makeStop(card ?? null);
    button.focus();
    card?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Drawn} on  @param {-1|1} by */
  function moveCard(on, by) {
    const cards = shown();
    const at = cards.indexOf(on);
    if (!cards[at + by]) return;
    work.reorder(on.ids, (by < 0 ? cards[at - 1] : cards[at + 2])?.ids[0] ?? null);
    focusCard(shown().find(({ key }) => key === on.key)?.element);
    announce(word("cardMoved", { position: at + by + 1, total: cards.length }));
  }

  /** @param {KeyboardEvent} event  @param {Drawn} on  @returns {(() => void)|null} */
  function actionOf(event, on) {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0 && event.altKey) return () => moveCard(on, by);
    if (event.altKey || event.ctrlKey || event.metaKey) return null;
    if (by !== 0) return () => focusCard(by > 0 ? on.element.nextElementSibling : on.element.previousElementSibling);
    if (event.key === "Delete") return () => leaving(on.element, () => work.remove(chosenAt(event.target, on)));
    if (nameOf(event) === ownKey("m") || event.key === "ContextMenu") return () => menu(/** @type {HTMLElement} */ (on.element.querySelector("[data-more]")), on.ids);
    return null;
  }

  list.addEventListener("focusin", (event) => makeStop(cardOf(event.target)?.element ?? null));
  list.addEventListener("keydown", (event) => {
    const on = cardOf(event.target);
    const action = on && actionOf(event, on);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });

  /** Keyboard users stay in the list when what they stood on goes. @param {Element} from  @param {() => void} act */
  function leaving(from, act) {
    const cell = from.closest("[data-cell]");
    const piece = cell ?? from.closest("[data-card]");
    const near = piece?.nextElementSibling ?? piece?.previousElementSibling;
    const id = near instanceof HTMLElement ? (near.dataset.cell ?? near.dataset.card) : undefined;
    act();
    if (id) find(id)?.querySelector("button")?.focus();
  }

  /** @param {string} id  @returns {Element|null} */
  function find(id) {
    const name = CSS.escape(id);
    return list.querySelector(`[data-cell="${name}"]`) ?? list.querySelector(`[data-card="${name}"]`);
  }

  return {
    leaving,
    /** @param {string} id */
    focus: (id) => void find(id)?.querySelector("button")?.focus(),
    /** The cards have been drawn anew: one of them has to be reachable. */
    renew() {
      if (stop?.isConnected) return;
      makeStop(cardOf(document.activeElement)?.element ?? list.firstElementChild);
    },
  };
}

/** On the line of one cell it is that cell, else the whole card. @param {EventTarget|null} target  @param {Drawn} on */
function chosenAt(target, { ids }) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell instanceof HTMLElement && cell.dataset.cell ? [cell.dataset.cell] : ids;
}
