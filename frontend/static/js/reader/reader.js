/**
 * The left pane: shows one place at a time and remembers the way there.
 * Other modules hear of what it shows through `onShow`.
 */
import { isTyping, need } from "../common/dom.js";
import { LoggedOut, Unreachable } from "../common/http.js";
import { showBanner } from "../sync/banners.js";
import { arriveNow, arriveSlowly } from "./page-opening.js";
import { createFragments } from "./fragments.js";
import { atTop } from "./in-view.js";
import { settle } from "./show-range.js";
import { readShownPage } from "./shown-page.js";
import { here, resolved, samePlace, scrolled, stepped, walkedTo } from "./history.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").ShownPage} ShownPage */
/** @typedef {import("../types.js").Stop} Stop */
/** @typedef {{place: Place, page: ShownPage|null}} Shown */
/** @typedef {ReturnType<typeof createReader>} Reader */

const SLOW_MS = 150;

/**
 * @param {{read: string, find: string}} addresses
 * @param {import("../types.js").Trail} start
 * @param {{frame: HTMLElement, scroller: HTMLElement}} [pane]  where it shows pages; the first pane by default
 */
export function createReader(addresses, start, pane) {
  const { frame, scroller } = pane ?? { frame: need("#reader-frame", HTMLElement), scroller: need("#reader-scroll", HTMLElement) };
  const failure = need("#reader-failure", HTMLElement);
  const fragments = createFragments(addresses);
  let trail = start;
  /** @type {ShownPage|null} */
  let page = null;
  /** @type {((shown: Shown) => void)[]} */
  const listeners = [];
  /** @type {() => void} */
  let again = () => {};

  /** @param {import("../types.js").Trail} next  @param {Stop} stop  where to scroll to */
  async function show(next, stop) {
    const asked = here(next).place;
    again = () => void show(next, stop);
    const slow = setTimeout(() => frame.setAttribute("aria-busy", "true"), SLOW_MS);
    try {
      if (!(await fill(asked))) return false;
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof LoggedOut)) throw error;
      failure.hidden = false;
      if (error instanceof LoggedOut) showBanner("logged-out");
      return false;
    } finally {
      clearTimeout(slow);
      frame.removeAttribute("aria-busy");
    }
    failure.hidden = true;
    page = readShownPage(frame);
    trail = asked.typed === undefined ? next : resolved(next, page ? { title: asked.typed } : { search: asked.typed });
    const { place } = here(trail);
    if (page) arriveSlowly(page.root);
    scrollTo(stop);
    takeFocus();
    listeners.forEach((listener) => listener({ place, page }));
    return true;
  }

  /** @param {Place} place  @returns {Promise<boolean>} false when a later call overtook it */
  async function fill(place) {
    if (place.title === undefined && !place.search && !place.typed) {
      fragments.giveUp();
      frame.replaceChildren(need("#start-screen", HTMLTemplateElement).content.cloneNode(true));
      return true;
    }
    const fetched = await fragments.get(place);
    if (fetched) frame.innerHTML = fetched.html; // written by our own server, escaped in templatetags/elements.py
    return fetched !== null;
  }

  /** Keys go on from what is shown now; what someone is typing elsewhere is left alone. */
  function takeFocus() {
    if (isTyping(document.activeElement)) return;
    const wish = frame.querySelector("[data-takes-focus]");
    (wish instanceof HTMLElement ? wish : frame).focus({ preventScroll: true });
  }

  /** Pixels do not suffice: parts of a long page have a rough height until somebody has come near them. @param {Stop} stop */
  function scrollTo({ scroll, seen }) {
    const element = scroll > 0 && seen ? page?.elements.get(seen.id) : undefined;
    if (scroll > 0 && page) arriveNow(page.root);
    if (!element || !seen) return void (scroller.scrollTop = scroll);
    settle(element, () => {
      const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      scroller.scrollTop += top - seen.top;
    });
  }

  function remembered() {
    const element = page ? atTop(scroller)[0]?.closest("[data-element-id]") : null;
    if (!(element instanceof HTMLElement) || !element.dataset.elementId) return scrolled(trail, scroller.scrollTop);
    const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    return scrolled(trail, scroller.scrollTop, { id: element.dataset.elementId, top });
  }

  /** @param {Place} place  @param {Stop} [at]  where on the page; its top by default */
  function walk(place, at) {
    const next = samePlace(place, here(trail).place) ? trail : walkedTo(remembered(), place);
    return show(next, at ?? { place, scroll: 0 });
  }

  need("#reader-retry", HTMLButtonElement).addEventListener("click", () => again());

  return {
    page: () => page,
    trail: () => trail,
    frame,
    scroller,
    /** @param {(shown: Shown) => void} listener */
    onShow: (listener) => void listeners.push(listener),
    /** Shows the place of the trail, as after a reload. */
    open: () => show(trail, here(trail)),
    /** Begins a new way. @param {import("../types.js").Trail} begun */
    begin: (begun) => show(begun, here(begun)),
    /** Shows nothing. */
    clear() {
      fragments.giveUp();
      [page, trail] = [null, { stops: [{ place: {}, scroll: 0 }], index: 0 }];
      frame.replaceChildren();
      listeners.forEach((listener) => listener({ place: {}, page }));
    },
    /** @param {Place} place  @param {Stop} [at]  @returns {Promise<boolean>} */
    go: walk,
    /** @param {-1|1} by */
    canStep: (by) => stepped(trail, by) !== null,
    /** @param {-1|1} by  @returns {Promise<boolean>} */
    async step(by) {
      const next = stepped(remembered(), by);
      return next !== null && show(next, here(next));
    },
    /** Keeps where on the page one is. */
    remember: () => (trail = remembered()),
  };
}
