/** The search for evidence: what is asked, what was found, opening it, and making it the source of an answer. */
import { announce } from "../common/announce.js";
import { isTyping, make, need, shown } from "../common/dom.js";
import { json, Refused } from "../common/http.js";
import { ownKey } from "../layout/keys.js";
import { word } from "../common/words.js";

const LONGEST_IDS = 3000; // characters: a detail of an operation has at most 4,000

/**
 * @typedef {Object} Result
 * @property {string} element
 * @property {string} where
 * @property {string} title
 * @property {string|null} url
 * @property {string} domain
 * @property {string|null} published
 * @property {string} publisher
 * @property {string} text
 * @property {string|null} snapshot
 * @property {string[]} flagged_by
 */
/** @typedef {{results: Result[], total: number, next: number|null, cut_off: string|null}} Found */

/**
 * @param {Object} parts
 * @param {string} parts.address  of the assignment in the API
 * @param {{writeAll: (entries: {name: string, value?: string, detail?: Record<string, any>}[]) => void}} parts.log
 * @param {(result: Result) => string} parts.use  makes it a source; the id of the answer, "" where there is none
 * @param {() => boolean} parts.mayWrite
 * @param {import("./tabs.js").Tabs} parts.tabs
 */
export function setUpSearch({ address, log, use, mayWrite, tabs }) {
  const form = need("#evidence-search", HTMLFormElement);
  const list = need("#results", HTMLOListElement);
  const state = need("#search-state", HTMLElement);
  const more = need("#more-results", HTMLButtonElement);
  const query = need("[name=q]", HTMLInputElement, form);
  /** @type {Map<Element, Result>} */
  const results = new Map();
  let asked = new AbortController();
  /** @type {number|null} the offset of what follows */
  let next = null;
  /** @type {{element: string, since: number}|null} the page that is shown */
  let opened = null;

  /** @param {number} offset */
  async function ask(offset) {
    const given = new FormData(form);
    const fields = [...given].map(([name, value]) => [name, String(value).trim()]).filter(([, value]) => value !== "");
    if (!given.get("q")) return;
    asked.abort();
    asked = new AbortController();
    state.textContent = word("searching");
    const mine = asked;
    try {
      const found = /** @type {Found} */ (await json("GET", `${address}evidence-search/?${new URLSearchParams([...fields, ["offset", String(offset)]])}`));
      if (mine.signal.aborted) return;
      logSearch(Object.fromEntries(fields), offset, found);
      show(found, offset);
    } catch (error) {
      if (mine.signal.aborted) return;
      state.textContent = error instanceof Refused ? error.message : word("searchFailed");
      announce(state.textContent);
    }
  }

  /** @param {Record<string, string>} fields  @param {number} offset  @param {Found} found */
  function logSearch({ q, ...filters }, offset, found) {
    let room = LONGEST_IDS;
    const elements = found.results.map(({ element }) => element).filter((id) => (room -= id.length + 3) > 0);
    log.writeAll([{ name: "evidence_search", value: q, detail: { ...filters, offset, cut_off: found.cut_off, elements } }]);
  }

  /** The page that is shown is shown no longer: for how long it was. */
  function close() {
    if (!opened) return;
    log.writeAll([{ name: "evidence_closed", value: opened.element, detail: { milliseconds: Math.round(performance.now() - opened.since) } }]);
    opened = null;
  }

  /** @param {Found} found  @param {number} offset */
  function show(found, offset) {
    if (offset === 0) {
      list.replaceChildren();
      results.clear();
    }
    const first = list.children.length;
    for (const result of found.results) list.append(itemOf(result));
    next = found.next;
    more.hidden = found.next === null;
    state.textContent = [word("foundCount", { count: found.total }), found.cut_off && word("cutOff", { date: found.cut_off })].filter(Boolean).join(" ");
    announce(state.textContent);
    if (offset > 0) /** @type {HTMLElement} */ (list.children[first])?.focus();
  }

  /** @param {Result} result */
  function itemOf(result) {
    const open = make("button", { type: "button", class: "button small", "data-do": "open" }, word("openResult"));
    const take = make("button", { type: "button", class: "button small", "data-do": "use" }, word("useResult"));
    const facts = [result.domain, result.publisher !== result.domain ? result.publisher : null, result.published || word("noDate")].filter(Boolean).join(" · ");
    const flags = result.flagged_by.length ? make("p", { class: "flagged" }, word("flaggedBy", { lists: result.flagged_by.join(", ") })) : null;
    const item = make("li", { class: "result", tabindex: "-1", "data-where": result.where },
      make("h3", { dir: "auto" }, shown(result.title || result.url || result.element)), make("p", { class: "result-facts" }, facts), flags,
      make("p", { class: "result-text reading", dir: "auto" }, shown(result.text)), make("p", { class: "actions" }, take, open));
    results.set(item, result);
    return item;
  }

  /** @param {Element} item */
  function useItem(item) {
    const result = results.get(item);
    if (!result || !mayWrite()) return;
    const answer = use(result);
    announce(word(answer ? "sourceUsed" : "noAnswer"));
    const card = answer ? document.querySelector(`[data-item="${CSS.escape(answer)}"]`) : null;
    card?.scrollIntoView({ block: "nearest" });
    if (card instanceof HTMLElement) card.focus({ preventScroll: true });
  }

  /** @param {Element} item */
  function open(item) {
    const result = results.get(item);
    if (!result) return;
    close();
    opened = { element: result.element, since: performance.now() };
    log.writeAll([{ name: "evidence_open", value: result.element, detail: { place: [...list.children].indexOf(item), snapshot: result.snapshot !== null } }]);
    showPage(result, item);
  }

  /** @param {Result} result  @param {Element} item */
  function showPage(result, item) {
    const pane = need("#pane-page", HTMLElement);
    need("[data-page-title]", HTMLElement, pane).textContent = shown(result.title || result.url || result.element);
    need("[data-page-facts]", HTMLElement, pane).textContent = [result.domain, result.published || word("noDate")].filter(Boolean).join(" · ");
    const frame = need("iframe", HTMLIFrameElement, pane);
    const text = need("[data-page-text]", HTMLElement, pane);
    frame.hidden = !result.snapshot;
    text.hidden = Boolean(result.snapshot);
    frame.src = result.snapshot ?? "about:blank";
    frame.title = shown(result.title || result.url || result.element);
    text.textContent = shown(result.text);
    const flags = need("[data-page-flags]", HTMLElement, pane);
    flags.hidden = result.flagged_by.length === 0;
    flags.textContent = result.flagged_by.length ? word("flaggedBy", { lists: result.flagged_by.join(", ") }) : "";
    need("#use-page", HTMLButtonElement).onclick = () => useItem(item);
    need("#back-to-results", HTMLButtonElement).onclick = () => {
      tabs.show("search");
      if (item instanceof HTMLElement) item.focus();
    };
    tabs.focus("page");
  }

  tabs.onLeave("page", close);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void ask(0);
  });
  form.addEventListener("change", ({ target }) => void (target !== query && query.value && ask(0)));
  more.addEventListener("click", () => void (next !== null && ask(next)));
  list.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-do]") : null;
    const item = button?.closest(".result");
    if (!(button instanceof HTMLElement) || !item) return;
    if (button.dataset.do === "use") useItem(item);
    else open(item);
  });
  list.addEventListener("keydown", (event) => {
    const item = event.target instanceof Element ? event.target.closest(".result") : null;
    if (!item || isTyping(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    const beside = { ArrowDown: item.nextElementSibling, ArrowUp: item.previousElementSibling }[event.key];
    if (beside instanceof HTMLElement) beside.focus();
    else if (event.key === "Enter" && event.target === item) open(item);
    else if (event.key === ownKey("y")) useItem(item);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  query.addEventListener("keydown", (event) => {
    const first = list.firstElementChild;
    if (event.key === "ArrowDown" && first instanceof HTMLElement) {
      event.preventDefault();
      first.focus();
    }
  });

  return {
    focus() {
      tabs.show("search");
      query.focus();
      query.select();
    },
  };
}
