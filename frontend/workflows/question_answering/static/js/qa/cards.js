/** Cards of claims, or of questions with their answers: drawn once each, numbered, moved, deleted and brought back. */
import { announce } from "../common/announce.js";
import { isTyping, need } from "../common/dom.js";
import { word } from "../common/words.js";
import { count, showProblems, valueOf } from "./card-fields.js";

/** @typedef {import("./draft-shape.js").Item} Item */
/** @typedef {import("./card-work.js").CardWork} CardWork */
/** @typedef {ReturnType<typeof createCards>} Cards */

/**
 * @param {Object} parts
 * @param {CardWork} parts.work
 * @param {HTMLElement} parts.list  the container of the cards
 * @param {() => Item[]} parts.items
 * @param {(item: any) => HTMLElement} parts.make  a card with its texts
 * @param {(card: HTMLElement, item: any) => void} [parts.refresh]  what depends on other values of the item
 * @param {() => Item} parts.fresh  an empty one
 * @param {() => Item} [parts.freshInside]  an empty one in a card
 */
export function createCards({ work, list, items, make, refresh = () => {}, fresh, freshInside }) {
  const strip = need("#undo-strip", HTMLElement);
  const undoButton = need("#undo", HTMLButtonElement);
  const redoButton = need("#redo", HTMLButtonElement);

  function draw() {
    place(list, items());
    undoButton.disabled = work.undoable().done.length === 0;
    redoButton.disabled = work.undoable().undone.length === 0;
  }

  /** @param {HTMLElement} container  @param {Item[]} wanted */
  function place(container, wanted) {
    sync(container, wanted, make);
    wanted.forEach((item, at) => {
      const card = /** @type {HTMLElement} */ (container.children[at]);
      number(card, at, wanted.length);
      refresh(card, item);
      const inside = card.querySelector("[data-inside]");
      if (inside instanceof HTMLElement) place(inside, /** @type {any} */ (item).answers);
    });
  }

  /** @param {string} id */
  const cardOf = (id) => /** @type {HTMLElement|null} */ (list.querySelector(`[data-item="${CSS.escape(id)}"]`));

  /** @param {HTMLElement} card */
  const nameOf = (card) => need("[data-title]", HTMLElement, card).textContent ?? "";

  /** @param {string} id  of the card that is begun */
  function focusIn(id) {
    const first = cardOf(id)?.querySelector("textarea, select, input");
    if (first instanceof HTMLElement) first.focus();
  }

  /** @param {string} [parent]  id of a card in which an empty one is added; without it, one after all others */
  function add(parent = "") {
    const item = parent && freshInside ? freshInside() : fresh();
    const inside = /** @type {any} */ (parent ? work.find(parent)?.item : null);
    const at = inside?.answers?.length ?? items().length;
    work.insert(parent, at, item);
    focusIn(item.id);
  }

  /** @param {HTMLElement} card */
  function remove(card) {
    const [name, next] = [nameOf(card), neighbour(card)];
    work.remove(card.dataset.item ?? "");
    offerUndo(word("cardDeleted", { card: name }));
    (next ?? need("#add-card", HTMLButtonElement)).focus();
  }

  /** @param {HTMLElement} card  @param {number} by */
  function move(card, by) {
    const focused = document.activeElement;
    if (!work.move(card.dataset.item ?? "", by)) return;
    if (focused instanceof HTMLElement && card.contains(focused)) (isDisabled(focused) ? card : focused).focus();
    announce(word("cardMoved", { card: nameOf(card) }));
    card.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} words */
  function offerUndo(words) {
    need("[data-text]", HTMLElement, strip).textContent = words;
    strip.hidden = false;
    announce(words);
  }

  /** @param {"undo"|"redo"} way */
  function step(way) {
    strip.hidden = true;
    const command = work[way]();
    if (!command) return;
    announce(word(way === "undo" ? "undone" : "redone"));
    if (command.on === "insert") {
      const card = cardOf(command.item.id);
      card?.scrollIntoView({ block: "nearest" });
      card?.focus();
    }
  }

  list.addEventListener("input", ({ target }) => {
    const control = target instanceof Element ? target.closest("[data-name]") : null;
    const card = control?.closest("[data-item]");
    if (!(control instanceof HTMLElement) || !(card instanceof HTMLElement)) return;
    work.write(card.dataset.item ?? "", { [control.dataset.name ?? ""]: valueOf(control) });
    count(control);
    const field = control.closest("[data-field]");
    field?.classList.remove("is-wrong");
    const error = field?.querySelector("[data-error]");
    if (error) error.textContent = "";
  });
  list.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-do]") : null;
    const card = button?.closest("[data-item]");
    if (!(button instanceof HTMLElement) || !(card instanceof HTMLElement)) return;
    const ways = { up: () => move(card, -1), down: () => move(card, 1), delete: () => remove(card), "add-inside": () => add(card.dataset.item) };
    ways[/** @type {keyof typeof ways} */ (button.dataset.do)]?.();
  });
  list.addEventListener("keydown", (event) => {
    const card = event.target instanceof Element ? event.target.closest("[data-item]") : null;
    if (!(card instanceof HTMLElement) || event.isComposing) return;
    const by = event.altKey && !event.ctrlKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by !== undefined) move(card, by);
    else if (event.key === "Delete" && !isTyping(event.target) && !button(card, "delete").disabled) remove(card);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  need("#add-card", HTMLButtonElement).addEventListener("click", () => add());
  undoButton.addEventListener("click", () => step("undo"));
  redoButton.addEventListener("click", () => step("redo"));
  need("button", HTMLButtonElement, strip).addEventListener("click", () => step("undo"));
  work.onChange((change) => {
    if (change.kind === "all") list.replaceChildren();
    if (change.kind === "all" || change.kind === "list") draw();
    if (change.kind === "list") strip.hidden = true;
    if (change.kind === "text") {
      const [card, place] = [cardOf(change.id), work.find(change.id)];
      if (card && place) refresh(card, place.item);
    }
  });

  return {
    draw,
    add,
    cardOf,
    /** The card above or below the one with the focus, or the first. @param {number} by */
    go(by) {
      const cards = /** @type {HTMLElement[]} */ ([...list.children]);
      const at = cards.findIndex((card) => card.contains(document.activeElement));
      cards[at < 0 ? 0 : Math.min(Math.max(at + by, 0), cards.length - 1)]?.focus();
    },
    /** The id of the card of the first level that has the focus, or of the last one. */
    current() {
      const card = document.activeElement?.closest("[data-item]");
      const outer = [...list.children].find((one) => one.contains(card ?? null)) ?? list.lastElementChild;
      return outer instanceof HTMLElement ? (outer.dataset.item ?? "") : "";
    },
    undo: () => step("undo"),
    redo: () => step("redo"),
    /** @param {{id: string, name: string, message: string}[]} problems */
    showProblems(problems) {
      for (const card of list.querySelectorAll("[data-item]")) {
        if (!(card instanceof HTMLElement)) continue;
        const own = problems.filter(({ id }) => id === card.dataset.item);
        showProblems(card, Object.fromEntries(own.map(({ name, message }) => [name, message])));
      }
      const first = list.querySelector(".is-wrong :is(textarea, input, select)");
      if (first instanceof HTMLElement) first.focus();
    },
  };
}

/**
 * Have a container hold one card for each item, in their order. Cards that are there stay the same elements.
 * @param {HTMLElement} container  @param {Item[]} items  @param {(item: any) => HTMLElement} make
 */
function sync(container, items, make) {
  const there = new Map([...container.children].map((card) => [/** @type {HTMLElement} */ (card).dataset.item, card]));
  const wanted = items.map((item) => there.get(item.id) ?? make(item));
  for (const card of [...container.children]) if (!wanted.includes(card)) card.remove();
  wanted.forEach((card, at) => {
    if (container.children[at] !== card) container.insertBefore(card, container.children[at] ?? null);
  });
}

/** @param {HTMLElement} card  @param {number} at  @param {number} total */
function number(card, at, total) {
  const title = need("[data-title]", HTMLElement, card);
  title.textContent = word(card.dataset.numbered ?? "", { number: at + 1 });
  card.setAttribute("aria-label", title.textContent);
  const named = { up: "moveUp", down: "moveDown", delete: "deleteCard" };
  for (const [name, words] of Object.entries(named)) button(card, name).setAttribute("aria-label", word(words, { card: title.textContent }));
  button(card, "up").disabled = at === 0;
  button(card, "down").disabled = at === total - 1;
  button(card, "delete").disabled = total === 1;
}

/** @param {HTMLElement} card  @param {string} name */
const button = (card, name) => need(`[data-do="${name}"]`, HTMLButtonElement, card);

/** @param {HTMLElement} element */
const isDisabled = (element) => element instanceof HTMLButtonElement && element.disabled;

/** Where the focus goes when this card is deleted. @param {HTMLElement} card  @returns {HTMLElement|null} */
function neighbour(card) {
  const next = card.nextElementSibling ?? card.previousElementSibling;
  return next instanceof HTMLElement ? next : null;
}
