/** The parts that cards are made of. */
import { make, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { headersOf } from "./headers.js";

/** @typedef {import("../types.js").Excerpt} Excerpt */
/** @typedef {import("./headers.js").Header} Header */

/**
 * What a card has to know of the work around it.
 * @typedef {Object} Around
 * @property {(id: string) => Excerpt|null} excerptOf
 * @property {(id: string) => boolean} isMissing
 * @property {(id: string) => string[]} droppedOf  the context of a chosen element that was left out
 * @property {(id: string) => string[]} addedTo  what was added to the context of a chosen element
 * @property {(id: string) => boolean} isChosen  in the same set
 * @property {() => string} language  of the pages
 */

/** @param {Excerpt} excerpt */
export function path(excerpt) {
  const steps = [excerpt.page, ...excerpt.sections].map((step, depth) =>
    make("span", { class: depth === 0 ? "card-page" : "card-section" }, shown(step)),
  );
  return make("span", { class: "card-path" }, ...steps);
}

/** @param {string} name  of the kind of line  @param {...(Node|string)} content  @returns {HTMLElement} */
export function line(name, ...content) {
  return make("span", { class: "card-header" }, make("span", { class: "card-label" }, word(name)), " ", ...content);
}

/**
 * The headers of one way, each to be left out of the context with one click and put back with another.
 * @param {"row"|"column"} way
 * @param {string[]} ids  chosen elements that share them
 * @param {Around} around
 * @returns {HTMLElement|null}
 */
export function headerLine(way, ids, around) {
  const excerpt = around.excerptOf(ids[0]);
  const headers = excerpt ? headersOf(excerpt, around.excerptOf).filter((header) => header.way === way) : [];
  if (headers.length === 0) return null;
  const chips = headers.flatMap((header, at) => [at > 0 ? " / " : "", chip(header, ids, around)]);
  return line(way === "row" ? "cardRow" : "cardColumn", ...chips);
}

/** @param {Header} header  @param {string[]} ids  @param {Around} around  @returns {HTMLElement} */
export function chip({ id, text }, ids, { droppedOf, isChosen }) {
  if (id === null) return make("span", { class: "chip-text" }, shown(text));
  const without = ids.filter((each) => droppedOf(each).includes(id)).length;
  const pressed = without === 0 ? "true" : without === ids.length ? "false" : "mixed";
  const title = word(without === 0 ? "dropContext" : "restoreContext");
  const chosen = isChosen(id) ? make("span", { class: "chip-chosen", title: word("alsoEvidence") }, word("evidenceSign")) : null;
  return make(
    "button",
    { type: "button", class: "chip", "data-drop": id, "aria-pressed": pressed, title, "aria-description": title },
    shown(text),
    chosen,
  );
}

/**
 * What the automatic context lacks and may be added with one click, and what was added.
 * @param {string[]} ids  chosen elements; only what is offered to all of them is on their line
 * @param {Around} around
 * @param {string[]} [others]  what stands on the line of the whole card already
 * @returns {HTMLElement|null}
 */
export function offerLine(ids, around, others = []) {
  const offers = offeredToAll(ids, around).filter((id) => !others.includes(id));
  if (offers.length === 0) return null;
  return make("span", { class: "card-offers" }, make("span", { class: "card-label" }, word("cardOffers")), " ", ...offers.map((id) => offer(id, ids, around)));
}

/** @param {string[]} ids  @param {Around} around  @returns {string[]} */
export function offeredToAll(ids, { excerptOf, addedTo }) {
  const [first, ...rest] = ids.map((id) => [...new Set([...(excerptOf(id)?.offered ?? []), ...addedTo(id)])]);
  return first.filter((id) => rest.every((each) => each.includes(id)));
}

/** @param {string} id  @param {string[]} ids  @param {Around} around  @returns {HTMLElement} */
function offer(id, ids, { excerptOf, addedTo }) {
  const count = ids.filter((each) => addedTo(each).includes(id)).length;
  const pressed = count === 0 ? "false" : count === ids.length ? "true" : "mixed";
  const title = word(pressed === "true" ? "removeContext" : "addContext");
  const attributes = { type: "button", class: "chip is-offer", "data-add": id, "aria-pressed": pressed, title, "aria-description": title };
  return make("button", attributes, shown(shortened(excerptOf(id)?.text ?? id)));
}

const LONGEST_OFFER = 80;

/** @param {string} text */
function shortened(text) {
  return text.length > LONGEST_OFFER ? `${text.slice(0, LONGEST_OFFER - 1).trimEnd()}…` : text;
}

/** @param {string} id  @param {string} text  @returns {HTMLElement} */
export function removeButton(id, text) {
  const label = word("removeNamed", { text: shown(text).slice(0, 80) });
  return make("button", { type: "button", class: "card-remove", "data-remove": id, "aria-label": label, title: word("remove") });
}

/** What moves a card: a handle for the mouse, a menu for everybody. */
export function tools() {
  const grip = make("span", { class: "card-grip", draggable: "true", title: word("dragCard"), "aria-hidden": "true" });
  const more = make("button", {
    type: "button",
    class: "card-more",
    "data-more": true,
    "aria-haspopup": "menu",
    "aria-label": word("cardMenu"),
    title: word("cardMenu"),
  });
  return { grip, more };
}
