/** The pane beside the lines: lines of the pages that one of them links to, and of pages that were added, each with a box. */
import { announce } from "../common/announce.js";
import { textOf } from "../common/element-text.js";
import { need, shown } from "../common/dom.js";
import { fragment, LoggedOut, Unreachable } from "../common/http.js";
import { word } from "../common/words.js";
import { showBanner } from "../sync/banners.js";
import { flash } from "../reader/flash.js";
import { createSearchBox } from "../reader/search-box.js";

const KEPT = 120; // fragments
const ALL_LINES = "attest:dictionary-all";

/**
 * @param {Object} parts
 * @param {string} parts.suggest  address of suggested titles
 * @param {ReturnType<typeof import("../evidence/excerpts.js").createExcerpts>} parts.excerpts
 * @param {(id: string) => boolean} parts.isTicked
 * @param {(id: string, on: boolean) => boolean} parts.tick  answers whether it was done
 * @param {(title: string) => void} parts.openPage
 * @param {(text: string) => void} parts.search
 * @param {() => void} parts.back  to the line
 * @param {(titles: string[]) => void} parts.noted  the pages that are added now
 * @param {(title: string) => void} parts.added
 */
export function createDictionary({ suggest, excerpts, isTicked, tick, openPage, search, back, noted, added }) {
  const pane = need("#dictionary", HTMLElement);
  const scroller = need("#dictionary-scroll", HTMLElement);
  const linked = need("#dictionary-linked", HTMLElement);
  const more = need("#dictionary-added", HTMLElement);
  const failure = need("#dictionary-failure", HTMLElement);
  const addMain = need("#add-main", HTMLButtonElement);
  const all = need("#dictionary-all", HTMLButtonElement);
  const address = pane.dataset.address ?? "";
  /** @type {Map<string, {found: boolean, html: string}>} */
  const kept = new Map();
  let running = new AbortController();
  /** @type {string|null} */
  let mainTitle = null;
  let shownLine = "";
  let again = () => {};

  /** @param {Record<string, string>} asked  @param {AbortSignal} [signal]  @returns {Promise<{found: boolean, html: string}|null>} */
  async function fetched(asked, signal) {
    const url = `${address}?${new URLSearchParams(asked)}`;
    const known = kept.get(url);
    if (known) return known;
    try {
      const found = await fragment(url, signal ?? new AbortController().signal);
      kept.set(url, found);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? "");
      failure.hidden = true;
      return found;
    } catch (error) {
      if (signal?.aborted) return null;
      if (!(error instanceof Unreachable || error instanceof LoggedOut)) throw error;
      failure.hidden = false;
      if (error instanceof LoggedOut) showBanner("logged-out");
      return null;
    }
  }

  /** @returns {HTMLInputElement[]} */
  const boxes = () => [...pane.querySelectorAll("input[type=checkbox]")].filter((box) => box instanceof HTMLInputElement);
  const reachable = () => boxes().filter((box) => !box.disabled && box.offsetParent !== null);

  function draw() {
    for (const box of boxes()) {
      const is = isTicked(box.dataset.elementId ?? "");
      if (box.checked !== is) box.checked = is;
      box.closest(".dictionary-line")?.classList.toggle("is-evidence", is);
    }
  }

  /** @param {Element} root  @param {string} title */
  function pageIn(root, title) {
    const found = root.querySelector(`[data-page-title="${CSS.escape(title)}"]`);
    return found instanceof HTMLElement ? found : null;
  }

  /** @param {string} id  @param {string} number  of the line  @param {string} [title]  that is wanted */
  async function show(id, number, title) {
    need("[data-of]", HTMLElement, pane).textContent = word("dictionaryOf", { number });
    need("#dictionary-hint", HTMLElement).hidden = true;
    if (id !== shownLine) {
      running.abort();
      const { signal } = (running = new AbortController());
      again = () => void show(id, number, title);
      const answer = await fetched({ line: id }, signal);
      if (signal.aborted) return;
      linked.innerHTML = answer?.html ?? ""; // written by our own server, escaped in frontend/reading
      shownLine = answer ? id : "";
      scroller.scrollTop = 0;
      draw();
    }
    const wanted = title === undefined ? null : pageAnswering(title);
    if (wanted) reveal(wanted);
  }

  /** A link may lead over a redirect: then its words tell which page. @param {string} title */
  function pageAnswering(title) {
    return pageIn(linked, title) ?? [...linked.querySelectorAll("[data-page-title]")].find((page) => page instanceof HTMLElement && page.dataset.from?.split("|").includes(title)) ?? null;
  }

  /** @param {Element} page */
  function reveal(page) {
    page.setAttribute("data-open", "");
    page.scrollIntoView({ block: "nearest" });
    if (page instanceof HTMLElement) flash(page);
  }

  const addedTitles = () => [...more.querySelectorAll("[data-page-title]")].map((page) => (page instanceof HTMLElement ? (page.dataset.pageTitle ?? "") : ""));

  /** @param {string} text  a title or an address  @returns {Promise<string|null>} the title of the page; null where there is none */
  async function put(text) {
    const answer = await fetched({ title: text });
    if (!answer) return null;
    for (const said of more.querySelectorAll("[data-empty]")) said.remove();
    const holder = document.createElement("div");
    holder.innerHTML = answer.html; // as above
    const page = holder.querySelector("[data-page-title]");
    const title = page instanceof HTMLElement ? (page.dataset.pageTitle ?? "") : null;
    const there = title === null ? null : pageIn(more, title);
    if (!there) more.append(...holder.children);
    draw();
    const now = there ?? (title === null ? null : pageIn(more, title));
    if (now) reveal(now);
    else announce(more.querySelector("[data-empty]")?.textContent ?? "");
    return there ? null : title;
  }

  /** @param {string} text */
  async function add(text) {
    const title = await put(text);
    if (title === null) return;
    added(title);
    noted(addedTitles());
    announce(word("pageAdded", { title: shown(title) }));
    pageIn(more, title)?.querySelector("input")?.focus();
  }

  /** The words of a line, so that its card stands there at once, also without the server. @param {HTMLInputElement} box */
  function tell(box) {
    const page = box.closest("[data-page-title]");
    const text = textOf(/** @type {HTMLElement|null} */ (box.parentElement?.querySelector(".dictionary-text"))).trim();
    const title = page instanceof HTMLElement ? (page.dataset.pageTitle ?? "") : "";
    const nothing = { sections: [], row_headers: [], column_headers: [], caption: null, context: [], offered: [], before: null, after: null };
    excerpts.give([{ id: box.dataset.elementId ?? "", page: title, kind: "sentence", text, ...nothing }]);
  }

  pane.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "checkbox") return;
    tell(target);
    if (!tick(target.dataset.elementId ?? "", target.checked)) target.checked = !target.checked;
  });
  pane.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const page = button?.closest("[data-page-title]");
    if (!button || !(page instanceof HTMLElement)) return;
    if (button.dataset.title !== undefined) openPage(button.dataset.title);
    else if ("more" in button.dataset) button.setAttribute("aria-expanded", String(page.toggleAttribute("data-open")));
    else if ("drop" in button.dataset) {
      page.remove();
      noted(addedTitles());
    }
  });
  pane.addEventListener("keydown", (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== "checkbox") return;
    const order = reachable();
    const at = order.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: order.length - 1 }[event.key];
    if (event.key === "Escape" || event.key === "ArrowLeft") {
      event.preventDefault();
      back();
    } else if (event.key === "Enter" && !event.ctrlKey) {
      event.preventDefault();
      event.target.click();
    } else if (to !== undefined) {
      event.preventDefault();
      order[to]?.focus();
    }
  });
  need("[data-again]", HTMLButtonElement, failure).addEventListener("click", () => again());
  addMain.addEventListener("click", () => void (mainTitle && add(mainTitle)));
  createSearchBox(need("#add-page", HTMLFormElement), suggest, { openTitle: pick, openTyped: pick, openSearch: search });

  /** @param {string} text */
  function pick(text) {
    need("#add-page input", HTMLInputElement).value = "";
    void add(text);
  }

  /** @param {boolean} are */
  function showAll(are) {
    all.setAttribute("aria-pressed", String(are));
    pane.toggleAttribute("data-all", are);
  }
  all.addEventListener("click", () => {
    const are = !pane.hasAttribute("data-all");
    showAll(are);
    try {
      localStorage.setItem(ALL_LINES, are ? "1" : "");
    } catch {
      // shown, but not remembered
    }
  });
  showAll(remembersAll());

  return {
    draw,
    show,
    /** A page that was added before a reload. @param {string} title */
    restore: async (title) => void (await put(title)),
    addMain: () => void (mainTitle && add(mainTitle)),
    /** The keyboard goes to what is ticked here, or to the first line. */
    enter() {
      const order = reachable();
      const box = order.find((each) => each.checked) ?? order[0];
      if (box) box.focus();
      else need("#dictionary-name", HTMLElement).focus();
    },
    /** @param {string|null} title  of the page in the reader */
    main(title) {
      mainTitle = title;
      addMain.disabled = title === null;
      linked.replaceChildren();
      shownLine = "";
      need("[data-of]", HTMLElement, pane).textContent = "";
      need("#dictionary-hint", HTMLElement).hidden = title === null;
    },
  };
}

function remembersAll() {
  try {
    return localStorage.getItem(ALL_LINES) === "1";
  } catch {
    return false;
  }
}
