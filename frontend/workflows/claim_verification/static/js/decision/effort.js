/**
 * What has been looked for and read so far, beside "not enough information": a verdict that says something of the whole
 * corpus. The server knows what arrived; what this browser still keeps is added to it.
 */
import { json, LoggedOut, Refused, Unreachable } from "../common/http.js";
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";

/** @typedef {{queries: string[], pages: string[]}} Looks */
/** @typedef {Looks & {candidates: string[]}} Effort */

const PAUSE_MS = 1500;
const FULL_TEXT = "Contains...";

/**
 * @param {Object} parts
 * @param {string} parts.address  of the assignment in the API
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {string|undefined} parts.notEnoughInfo  the verdict beside which it is shown
 * @param {(title: string) => void} parts.open
 */
export function setUpEffort({ address, outbox, work, notEnoughInfo, open }) {
  const panel = need("#effort", HTMLElement);
  /** @type {Effort} */
  let known = { queries: [], pages: [], candidates: [] };
  /** @type {Looks} done here and not told by the server yet: it leaves the outbox before */
  let own = { queries: [], pages: [] };
  let told = false;
  let timer = 0;

  function remember() {
    const { queries, pages } = unsent(outbox.data);
    own = { queries: joined(own.queries, queries), pages: joined(own.pages, pages) };
  }

  function draw() {
    const [queries, pages] = [joined(known.queries, own.queries), joined(known.pages, own.pages)];
    const candidates = without(known.candidates, [...pages, ...outbox.data.visited]);
    const counts = { queries: queries.length, pages: pages.length, candidates: candidates.length };
    for (const [name, count] of Object.entries(counts)) need(`[data-count="${name}"]`, HTMLElement, panel).textContent = String(count);
    fill("queries", queries.map((query) => make("li", {}, shown(readable(query)))));
    fill("pages", pages.map((title) => make("li", {}, pageButton(title))));
    fill("candidates", candidates.map((title) => make("li", {}, pageButton(title))));
  }

  /** @param {keyof Effort} name  @param {HTMLElement[]} lines */
  function fill(name, lines) {
    const list = need(`[data-list="${name}"]`, HTMLElement, panel);
    need(`[data-group="${name}"]`, HTMLElement, panel).hidden = lines.length === 0;
    // What stands there already stays: it may be under a finger.
    if (lines.length === list.children.length && lines.every((line, number) => line.isEqualNode(list.children[number]))) return;
    const at = [...list.querySelectorAll("button")].findIndex((each) => each === document.activeElement);
    list.replaceChildren(...lines);
    if (at >= 0) (list.querySelectorAll("button")[at] ?? need("summary", HTMLElement, panel)).focus();
  }

  async function ask() {
    try {
      known = await json("GET", `${address}effort/`);
      own = { queries: without(own.queries, known.queries), pages: without(own.pages, known.pages) };
      told = true;
      if (!panel.hidden) draw();
    } catch (error) {
      const passing = error instanceof Unreachable || error instanceof LoggedOut || error instanceof Refused;
      if (!passing) throw error; // what this browser knows stands there all the same
    }
  }

  function look() {
    remember();
    panel.hidden = notEnoughInfo === undefined || work.body().verdict !== notEnoughInfo;
    if (panel.hidden) return;
    draw();
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), told ? PAUSE_MS : 0);
  }

  panel.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.open) open(button.dataset.open);
  });
  work.onChange(({ kind }) => void (["verdict", "place", "all"].includes(kind) && look()));
  look();
}

/** @param {string} title */
function pageButton(title) {
  return make("button", { type: "button", class: "effort-page", "data-open": title }, shown(title));
}

/** A query in the full text is logged with FEVEROUS' own mark. @param {string} query */
function readable(query) {
  return query.startsWith(FULL_TEXT) ? word("containing", { query: query.slice(FULL_TEXT.length) }) : query;
}

/** What this browser has not sent yet. @param {Pick<import("../types.js").OutboxData, "operations">} kept  @returns {Looks} */
function unsent({ operations }) {
  const read = operations.filter(({ name, value }) => name === "Now on" && !value.startsWith("?search="));
  const searched = operations.filter(({ name }) => name === "search");
  return { queries: searched.map(({ value }) => value), pages: read.map(({ value }) => value) };
}

/** @param {string[]} some  @param {string[]} others  @returns {string[]} each once */
function joined(some, others) {
  const found = new Map();
  for (const each of [...some, ...others]) if (!found.has(comparable(each))) found.set(comparable(each), each);
  return [...found.values()];
}

/** @param {string[]} some  @param {string[]} others */
function without(some, others) {
  const gone = new Set(others.map(comparable));
  return some.filter((each) => !gone.has(comparable(each)));
}

/** @param {string} title */
function comparable(title) {
  return title.normalize("NFC");
}
