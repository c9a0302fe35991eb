/**
 * Bookmarks of a task: pages and elements to come back to, kept with the draft. They are no evidence and change no log.
 */
import { announce } from "../common/announce.js";
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { citable } from "../evidence/click-selection.js";
import { flash } from "./flash.js";

/** @typedef {import("../types.js").Bookmark} Bookmark */
/** @typedef {import("./reader.js").Reader} Reader */

const MOST = 200; // what the server keeps
const LONGEST_TEXT = 160;

/**
 * @param {Object} parts
 * @param {import("../types.js").KeptWork & Required<Pick<import("../types.js").KeptWork, "keepBookmarks">>} parts.work
 * @param {Reader} parts.reader
 * @param {Reader|null} parts.beside  the second pane
 * @param {import("./keyboard-navigation.js").Walking} parts.walking
 * @param {() => boolean} parts.mayWrite
 */
export function setUpBookmarks({ work, reader, beside, walking, mayWrite }) {
  const menu = need("#bookmarks", HTMLDetailsElement);
  const list = need("#bookmark-list", HTMLElement);
  const count = need("[data-count]", HTMLElement, menu);
  const ofPage = need("#bookmark-page", HTMLButtonElement);
  const pick = need("#bookmark-pick", HTMLButtonElement);
  const pages = need("#reader-pages", HTMLElement);
  const kept = () => /** @type {Bookmark[]} */ (work.body().bookmarks ?? []);
  /** @param {string} title  @param {string} [id] */
  const has = (title, id) => kept().some((one) => one.title === title && one.id === id);

  /** @param {Bookmark} bookmark */
  function toggle(bookmark) {
    if (!mayWrite()) return;
    const { title, id } = bookmark;
    const isThere = has(title, id);
    if (!isThere && kept().length >= MOST) return announce(word("bookmarksFull", { most: MOST }));
    work.keepBookmarks(isThere ? kept().filter((one) => one.title !== title || one.id !== id) : [...kept(), bookmark]);
    announce(word(isThere ? "bookmarkRemoved" : "bookmarkAdded", { text: shown(bookmark.text || title) }));
  }

  function togglePage() {
    const title = reader.page()?.title;
    if (title !== undefined) toggle({ title });
  }

  /** @param {HTMLElement} element */
  function toggleElement(element) {
    const title = element.closest("article")?.dataset.pageTitle;
    const id = element.dataset.elementId;
    const text = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, LONGEST_TEXT);
    if (title !== undefined && id !== undefined) toggle({ title, id, text });
  }

  /** @param {Bookmark} bookmark */
  async function open({ title, id }) {
    menu.open = false;
    const panes = [reader, ...(beside ? [beside] : [])];
    const there = panes.find((pane) => pane.page()?.title === title);
    if (!there) await reader.go({ title });
    const element = id === undefined ? undefined : (there ?? reader).page()?.elements.get(id);
    if (!element) return void (id === undefined && reader.frame.focus());
    if (element.matches(".citable") && (there ?? reader) === reader) walking.walkTo(element);
    flash(element);
  }

  /** @param {Bookmark} bookmark */
  function line(bookmark) {
    const { title, id, text } = bookmark;
    const words = make("span", { class: "bookmark-text" }, shown(text || word("bookmarkWholePage")));
    const goes = make("button", { type: "button", "data-open": id ?? title }, make("bdi", {}, shown(title)), words);
    const name = word("bookmarkRemove", { text: shown(text || title) });
    const gone = make("button", { type: "button", class: "icon-button", title: name, "aria-label": name }, "×");
    goes.addEventListener("click", () => void open(bookmark));
    gone.addEventListener("click", (event) => {
      event.stopPropagation(); // the line goes, and with it what says that the click was in the menu
      toggle(bookmark);
      need("summary", HTMLElement, menu).focus();
    });
    return make("li", {}, goes, gone);
  }

  function draw() {
    list.replaceChildren(...kept().map(line));
    count.textContent = kept().length > 0 ? String(kept().length) : "";
    need("#bookmark-none", HTMLElement).hidden = kept().length > 0;
    const title = reader.page()?.title;
    ofPage.disabled = title === undefined;
    ofPage.setAttribute("aria-pressed", String(title !== undefined && has(title)));
    mark(reader);
    if (beside) mark(beside);
  }

  /** @param {Reader} pane */
  function mark(pane) {
    const page = pane.page();
    if (!page) return;
    const ids = new Set(kept().flatMap(({ title, id }) => (title === page.title && id !== undefined ? [id] : [])));
    for (const element of page.root.querySelectorAll(".is-bookmarked")) {
      if (!ids.has(element.getAttribute("data-element-id") ?? "")) element.classList.remove("is-bookmarked");
    }
    for (const id of ids) page.elements.get(id)?.classList.add("is-bookmarked");
  }

  /** The next click on the page bookmarks what it is on. @param {boolean} is */
  function picking(is) {
    pages.toggleAttribute("data-bookmarking", is);
    pick.setAttribute("aria-pressed", String(is));
    if (is) announce(word("bookmarkPicking"));
  }

  /** @param {MouseEvent} event */
  function picked(event) {
    if (!pages.hasAttribute("data-bookmarking")) return;
    event.preventDefault();
    event.stopPropagation();
    const element = citable(event.target);
    picking(false);
    if (element) toggleElement(element);
  }

  ofPage.addEventListener("click", togglePage);
  pick.addEventListener("click", () => {
    menu.open = false;
    if (mayWrite()) picking(true);
  });
  pages.addEventListener("click", picked, { capture: true });
  document.addEventListener("keydown", ({ key }) => void (key === "Escape" && picking(false)));
  reader.onShow(draw);
  beside?.onShow(draw);
  work.onChange(({ kind }) => void (["bookmarks", "all"].includes(kind) && draw()));
  draw();

  /** By name, as for `listenForKeys`. */
  return {
    /** Where the keyboard is: that element, or else the page. */
    p() {
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && focused.matches("#reader-pages .citable")) toggleElement(focused);
      else togglePage();
    },
    "shift+p"() {
      menu.open = true;
      (list.querySelector("button") ?? ofPage).focus();
    },
  };
}
