/**
 * A second page beside the first, with a place and a way back of its own: the page that was shown stays there while the first pane
 * goes on. It is there again after a reload.
 */
import { need } from "../common/dom.js";
import { followLinks } from "./links.js";
import { createReader } from "./reader.js";
import { fitTables } from "./table-frames.js";
import { createWalking } from "./keyboard-navigation.js";

/** @typedef {import("./reader.js").Reader} Reader */
/** @typedef {ReturnType<typeof createBeside>} Beside */

const SCROLL_PAUSE_MS = 300;

/**
 * @param {Object} parts
 * @param {{read: string, find: string}} parts.addresses
 * @param {Reader} parts.reader  the first pane
 * @param {import("./reading.js").ReadingOutbox} parts.outbox
 * @param {Pick<import("../sync/operations.js").Log, "nowOn"|"hyperlink"|"back">} parts.log
 * @param {(query: string, page: number) => void} parts.openSearch  in the first pane
 * @param {(titles: (string|undefined)[]) => void} parts.visit
 */
export function createBeside({ addresses, reader, outbox, log, openSearch, visit }) {
  const pane = need("#beside", HTMLElement);
  const toggle = need("#beside-open", HTMLButtonElement);
  const back = need("#beside-back", HTMLButtonElement);
  const panes = { frame: need("#beside-frame", HTMLElement), scroller: need("#beside-scroll", HTMLElement) };
  const nowhere = { stops: [{ place: {}, scroll: 0 }], index: 0 };
  const second = createReader(addresses, outbox.data.beside ?? nowhere, panes);
  let timer = 0;

  /** @param {boolean} is */
  function show(is) {
    pane.hidden = !is;
    toggle.setAttribute("aria-pressed", String(is));
  }

  function close() {
    const hadFocus = pane.contains(document.activeElement);
    show(false);
    clearTimeout(timer);
    outbox.update({ beside: null });
    second.clear();
    if (hadFocus) reader.frame.focus({ preventScroll: true });
  }

  /** The page of the first pane stays here, where it is. */
  async function keep() {
    const trail = reader.remember();
    const stop = trail.stops[trail.index];
    if (stop.place.title === undefined) return;
    show(true);
    if (!(await second.begin({ stops: [stop], index: 0 }))) return close();
    if (pane.contains(document.activeElement)) reader.frame.focus({ preventScroll: true }); // the first pane goes on
  }

  /** The two panes change places. */
  async function swap() {
    const [one, other] = [reader.remember(), second.remember()];
    const title = other.stops[other.index].place.title;
    if (title === undefined) return;
    await second.begin({ stops: [one.stops[one.index]], index: 0 });
    await reader.go({ title }, other.stops[other.index]);
  }

  followLinks(second.frame, {
    openPage(title, anchor) {
      log.hyperlink(anchor);
      void second.go({ title });
    },
    openSearch,
  });
  fitTables(second);
  const walking = createWalking(second);
  second.onShow(({ place, page }) => {
    if (place.title === undefined) return;
    need("#beside-title", HTMLElement).textContent = page?.root.querySelector("h1")?.textContent?.trim() ?? place.title;
    back.disabled = !second.canStep(-1);
    log.nowOn(place, page?.title ?? null);
    if (page) visit([place.title, page.title]);
    outbox.update({ beside: second.trail() });
  });
  second.scroller.addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void (!pane.hidden && outbox.update({ beside: second.remember() })), SCROLL_PAUSE_MS);
  });
  reader.onShow(({ page }) => {
    toggle.disabled = page === null && pane.hidden !== false;
  });
  toggle.addEventListener("click", () => (pane.hidden ? void keep() : close()));
  need("#beside-close", HTMLButtonElement).addEventListener("click", close);
  need("#beside-swap", HTMLButtonElement).addEventListener("click", () => void swap());
  back.addEventListener("click", () => {
    if (!second.canStep(-1)) return;
    log.back();
    void second.step(-1);
  });

  return {
    reader: second,
    walking,
    /** After a reload. */
    async open() {
      if (!outbox.data.beside) return;
      show(true);
      if (!(await second.open())) show(false);
    },
    toggle: () => (pane.hidden ? void keep() : close()),
    isShown: () => !pane.hidden,
  };
}
