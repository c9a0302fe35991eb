/** The suggestions by keyboard: one card at a time is reached by Tab, arrows go on to the next, y accepts, n and Del dismiss. */
import { nameOf, ownKey } from "../layout/keys.js";

/**
 * @param {HTMLElement} list
 * @param {Object} actions
 * @param {(id: string) => void} actions.accept
 * @param {(id: string) => void} actions.dismiss
 * @param {() => HTMLElement} actions.beside  where the keyboard goes when no card is left
 */
export function setUpSuggestionKeys(list, { accept, dismiss, beside }) {
  /** @type {Element|null} the card that Tab leads to */
  let stop = null;

  /** @param {Element|null} card */
  function makeStop(card) {
    for (const each of list.children) {
      for (const button of each.querySelectorAll("button")) button.tabIndex = each === card ? 0 : -1;
    }
    stop = card;
  }

  /** @param {Element|null|undefined} card */
  function focus(card) {
    if (!card) return;
    makeStop(card);
    card.querySelector("button")?.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  }

  /** @param {EventTarget|null} target  @returns {HTMLElement|null} */
  function cardOf(target) {
    const card = target instanceof Element ? target.closest("[data-suggestion]") : null;
    return card instanceof HTMLElement ? card : null;
  }

  /** Whoever was on this card goes on to the next that offers something. @param {HTMLElement} card  @param {() => void} act */
  function leaving(card, act) {
    const cards = [...list.children];
    const order = [...cards.slice(cards.indexOf(card) + 1), ...cards.slice(0, cards.indexOf(card)).reverse()];
    const wasHere = card.contains(document.activeElement);
    act();
    if (!wasHere) return;
    const next = order.find((each) => each.isConnected && !each.classList.contains("is-quiet"));
    if (next) focus(next);
    else if (card.isConnected) focus(card);
    else beside().focus();
  }

  list.addEventListener("focusin", (event) => makeStop(cardOf(event.target)));
  list.addEventListener("keydown", (event) => {
    const card = cardOf(event.target);
    if (!card || event.altKey || event.ctrlKey || event.metaKey) return;
    const id = card.dataset.suggestion ?? "";
    const action = {
      arrowdown: () => focus(card.nextElementSibling),
      arrowup: () => focus(card.previousElementSibling),
      [ownKey("y")]: () => leaving(card, () => accept(id)),
      [ownKey("n")]: () => leaving(card, () => dismiss(id)),
      delete: () => leaving(card, () => dismiss(id)),
    }[nameOf(event)];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });

  return {
    cardOf,
    leaving,
    /** The first card that offers something. */
    enter: () => focus(list.querySelector("[data-suggestion]:not(.is-quiet)") ?? list.firstElementChild),
    /** The cards have been drawn anew: one of them has to be reachable. */
    renew: () => makeStop(stop?.isConnected ? stop : list.firstElementChild),
  };
}
