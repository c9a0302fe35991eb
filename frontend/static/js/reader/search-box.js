/** A search box with suggestions as one types (the combobox pattern of WAI-ARIA). */
import { make, need, shown } from "../common/dom.js";
import { json } from "../common/http.js";
import { word } from "../common/words.js";
import { isQuery, nextOption, optionsFor } from "./suggestions.js";

/** @typedef {import("./suggestions.js").Option} Option */

const PAUSE_MS = 90;

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {{openTitle: (title: string) => void, openSearch: (query: string) => void, openTyped: (text: string, isQuery: boolean) => void}} actions
 */
export function createSearchBox(form, address, { openTitle, openSearch, openTyped }) {
  const input = need("input", HTMLInputElement, form);
  const list = need("ul", HTMLUListElement, form);
  /** @type {Option[]} */
  let options = [];
  let active = -1;
  let timer = 0;
  let asked = new AbortController();
  input.setAttribute("aria-controls", list.id);

  /** @param {Option[]} next */
  function draw(next) {
    options = next;
    list.replaceChildren(...options.map((option, number) => line(option, idOf(number))));
    list.hidden = options.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    mark(-1);
  }

  /** @param {number} number */
  function mark(number) {
    active = number;
    [...list.children].forEach((child, index) => child.setAttribute("aria-selected", String(index === number)));
    list.children[number]?.scrollIntoView({ block: "nearest" });
    if (number < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", idOf(number));
  }

  /** @param {number} number */
  const idOf = (number) => `${list.id}-${number}`;

  function close() {
    clearTimeout(timer);
    asked.abort();
    draw([]);
  }

  async function suggest() {
    asked.abort();
    const { signal } = (asked = new AbortController());
    const query = input.value;
    if (query.trim() === "") return close();
    const url = `${address}?${new URLSearchParams({ q: query })}`;
    const answer = await json("GET", url, undefined, { signal }).catch(() => ({ suggestions: [] }));
    if (!signal.aborted && document.activeElement === input) draw(optionsFor(query, answer.suggestions));
  }

  /** @param {Option|undefined} option */
  function choose(option) {
    const text = input.value.trim();
    if (option?.kind === "containing") openSearch(option.query);
    else if (option) openTitle(option.title);
    else if (text !== "") openTyped(text, isQuery(text, options));
    else return;
    close();
    input.blur();
  }

  input.addEventListener("input", () => {
    mark(-1); // Enter means what is typed, not what was marked before
    clearTimeout(timer);
    timer = window.setTimeout(suggest, PAUSE_MS);
  });
  input.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      if (list.hidden) void suggest();
      else mark(nextOption(active, by, options.length));
    } else if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      close();
    }
  });
  input.addEventListener("blur", close);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose(options[active]);
  });
  list.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the input focused
  list.addEventListener("click", (event) => {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    if (item) choose(options[[...list.children].indexOf(item)]);
  });
  return input;
}

/** @param {Option} option  @param {string} id */
function line(option, id) {
  const item = make("li", { role: "option", id, "aria-selected": "false", class: `is-${option.kind}` });
  if (option.kind === "containing") item.append(word("containing", { query: option.query }));
  else item.append(make("bdi", {}, shown(option.shown)), ...remarks(option));
  return item;
}

/** @param {{target: string|null, isNear: boolean}} option */
function remarks({ target, isNear }) {
  return [
    ...(target ? [make("span", { class: "redirect" }, " → ", make("bdi", {}, shown(target)))] : []),
    ...(isNear ? [make("span", { class: "near-name" }, ` (${word("similarName")})`)] : []),
  ];
}
