/** The controls of a card and the values of its item: `data-name` names the value, `data-item` the card. */
import { make } from "../common/dom.js";

/**
 * Give a card from a template its id, and its controls ids that no other card has.
 * @param {HTMLElement} card
 * @param {string} id
 */
export function identify(card, id) {
  card.dataset.item = id;
  for (const element of card.querySelectorAll("[id], [for], [name], [aria-describedby], [aria-labelledby]")) {
    for (const name of ["id", "for", "name", "aria-describedby", "aria-labelledby"]) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, value.split(" ").map((one) => `${one}-${id}`).join(" "));
    }
  }
}

/** The controls of this card, and not those of cards in it. @param {HTMLElement} card  @returns {HTMLElement[]} */
export function controlsOf(card) {
  return [...card.querySelectorAll("[data-name]")].filter(
    (control) => control instanceof HTMLElement && control.closest("[data-item]") === card,
  ).map((control) => /** @type {HTMLElement} */ (control));
}

/** @param {HTMLElement} control  @returns {string|string[]} of a group all that are ticked, of `data-lines` each line */
export function valueOf(control) {
  if (control instanceof HTMLTextAreaElement && "lines" in control.dataset) return linesOf(control.value);
  if (isField(control)) return control.value;
  const ticked = [...control.querySelectorAll("input:checked")].map((input) => /** @type {HTMLInputElement} */ (input).value);
  return "several" in control.dataset ? ticked : (ticked[0] ?? "");
}

/** @param {HTMLElement} control  @param {string|string[]} value */
export function show(control, value) {
  const values = [value].flat();
  if (isField(control)) control.value = "lines" in control.dataset ? values.join("\n") : String(value);
  else for (const input of control.querySelectorAll("input")) input.checked = values.includes(input.value);
}

/** The value of an empty card, by name. @param {DocumentFragment} template  @returns {Record<string, string|string[]>} */
export function blankOf(template) {
  const controls = /** @type {HTMLElement[]} */ ([...template.querySelectorAll("[data-name]")]);
  return Object.fromEntries(controls.map((one) => [one.dataset.name ?? "", "several" in one.dataset || "lines" in one.dataset ? [] : ""]));
}

/** Characters of a text against its limit, where it has one. @param {HTMLElement} control */
export function count(control) {
  const limit = Number(control.dataset.limit);
  const place = control.parentElement?.querySelector("[data-count]");
  if (!limit || !place || !isField(control)) return;
  const length = [...control.value].length;
  place.textContent = length > limit * 0.8 ? `${length} / ${limit}` : "";
  place.classList.toggle("is-too-many", length > limit);
}

/**
 * Show the problems of the fields of a card, by name; fields without one lose theirs.
 * @param {HTMLElement} card
 * @param {Record<string, string>} problems
 */
export function showProblems(card, problems) {
  for (const place of card.querySelectorAll("[data-error]")) {
    if (!(place instanceof HTMLElement) || place.closest("[data-item]") !== card.closest("[data-item]")) continue;
    place.textContent = problems[place.dataset.error ?? ""] ?? "";
    place.closest("[data-field]")?.classList.toggle("is-wrong", place.textContent !== "");
  }
}

/** @param {string} text */
const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** @param {HTMLElement} control  @returns {control is HTMLInputElement|HTMLTextAreaElement|HTMLSelectElement} */
function isField(control) {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement;
}

/** A copy of a template's only element. @param {string} selector  @returns {HTMLElement} */
export function copyOf(selector) {
  const template = document.querySelector(selector);
  const first = template instanceof HTMLTemplateElement ? template.content.firstElementChild : null;
  if (!(first instanceof HTMLElement)) throw new Error(`No template at ${selector}`);
  return /** @type {HTMLElement} */ (first.cloneNode(true));
}

/** Words with what differs marked, for eyes and for screen readers. @param {import("./word-diff.js").Run[]} runs */
export function marked(runs) {
  const tags = /** @type {const} */ ({ same: "span", deleted: "del", added: "ins" });
  return runs.map(({ kind, text }) => make(tags[kind], {}, text));
}
