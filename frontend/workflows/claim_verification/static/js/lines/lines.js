/**
 * A page as a list of lines. A click or Enter opens a line: its dictionary shows lines of the pages that it links to. An evidence
 * set is a line with the lines that are ticked for it, and has a label; what is done to sets goes through evidence/work.js.
 */
import { announce } from "../common/announce.js";
import { make, need } from "../common/dom.js";
import { word } from "../common/words.js";
import { labelMark, labelName } from "../evidence/label-names.js";
import { labelOf } from "../evidence/labels.js";
import { setName } from "../evidence/set-name.js";
import { createDictionary } from "./dictionary.js";

/** @typedef {ReturnType<typeof setUpLines>} Lines */

/**
 * @param {Object} parts
 * @param {string} parts.address  of suggested titles
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {import("../reader/reader.js").Reader} parts.reader
 * @param {import("../reader/keyboard-navigation.js").Walking} parts.walking
 * @param {Pick<import("../sync/operations.js").Log, "lineOpened"|"pageAdded">} parts.log
 * @param {() => boolean} parts.mayWrite
 * @param {ReturnType<typeof import("../evidence/excerpts.js").createExcerpts>} parts.excerpts
 * @param {(text: string) => void} parts.search  shows what is found in the reader
 */
export function setUpLines({ address, work, reader, walking, log, mayWrite, excerpts, search }) {
  /** @type {string|null} the line whose dictionary is shown */
  let open = null;
  let isFresh = false; // what is ticked next begins a new set
  /** @type {(() => void)[]} */
  const listeners = [];
  const dictionary = createDictionary({
    suggest: address,
    excerpts,
    isTicked: (id) => (work.body().sets[target()] ?? []).includes(id),
    tick,
    openPage: (title) => void reader.go({ title }),
    search,
    back: () => walking.goTo(openElement() ?? walking.elements()[0]),
    noted: (pages) => work.note({ pages }),
    added: log.pageAdded,
  });

  const openElement = () => (open === null ? undefined : reader.page()?.elements.get(open));

  /** The set that ticks and labels go to; the number behind the last one is a new one. */
  function target() {
    const { sets, active_set: active } = work.body();
    return isFresh ? sets.length : active;
  }

  function retarget() {
    listeners.forEach((listener) => listener());
    dictionary.draw();
  }

  /** The set of a line: the one that begins with it, else an empty one, else a new one. @param {string} id */
  function chooseSet(id) {
    const { sets, active_set: active } = work.body();
    const own = sets.findIndex((ids) => ids[0] === id);
    const empty = sets[active].length === 0 ? active : sets.findIndex((ids) => ids.length === 0);
    const chosen = own >= 0 ? own : empty;
    isFresh = chosen < 0;
    if (!isFresh) work.activate(chosen);
  }

  /** @param {HTMLElement} element  @param {string} [title]  of the linked page that is wanted */
  function openLine(element, title) {
    const id = element.dataset.elementId;
    if (id === undefined || !element.matches(".citable")) return;
    if (id !== open) {
      log.lineOpened(id);
      work.note({ line: id });
      setOpen(id);
      chooseSet(id);
      retarget();
    }
    void dictionary.show(id, numberOf(element), title);
  }

  /** @param {string|null} id */
  function setOpen(id) {
    openElement()?.closest(".line")?.classList.remove("is-open");
    openElement()?.removeAttribute("aria-current");
    open = id;
    openElement()?.closest(".line")?.classList.add("is-open");
    openElement()?.setAttribute("aria-current", "true");
  }

  /** @param {string} id  @param {boolean} on  @returns {boolean} whether it was done */
  function tick(id, on) {
    if (!mayWrite()) return false;
    const set = target();
    const ids = work.body().sets[set] ?? [];
    if (!on) {
      const rest = ids.filter((each) => each !== id);
      const isLeft = rest.length === 1 && rest[0] === open && !labelOf(work.body(), set); // the line was there for the tick
      work.remove(isLeft ? ids : [id], set);
      return true;
    }
    const first = ids.length === 0 && open !== null ? [open] : [];
    return filled(set, [...first, id]);
  }

  /** @param {number} set  @param {string[]} ids  @param {string} [label] */
  function filled(set, ids, label) {
    isFresh = false;
    const done = work.fill(set, ids, label);
    if (!done) announce(word("noMoreSets"));
    if (!done) isFresh = true;
    return done;
  }

  /** Gives the set a label; the one that it has is taken off. @param {string} value */
  function label(value) {
    if (!mayWrite()) return;
    const set = target();
    const ids = work.body().sets[set] ?? [];
    if (ids.length === 0 && open === null) return announce(word("lineFirst"));
    if (labelOf(work.body(), set) !== value) filled(set, ids.length === 0 && open !== null ? [open] : [], value);
    else if (ids.length === 1) work.remove(ids, set);
    else work.fill(set, [], "");
  }

  /** Which sets each line is in, and their labels. */
  function drawMarks() {
    const body = work.body();
    for (const mark of reader.frame.querySelectorAll("[data-marks]")) {
      const id = /** @type {HTMLElement|null} */ (mark.parentElement?.querySelector("[data-element-id]"))?.dataset.elementId ?? "";
      const sets = body.sets.flatMap((ids, set) => (ids.includes(id) ? [set] : []));
      const key = sets.map((set) => `${set}${labelOf(body, set)}${body.looks[set].colour}${body.looks[set].name}`).join();
      if (/** @type {HTMLElement} */ (mark).dataset.marks === key) continue;
      /** @type {HTMLElement} */ (mark).dataset.marks = key;
      mark.replaceChildren(...sets.map((set) => markOf(set)));
    }
  }

  /** @param {number} set */
  function markOf(set) {
    const label = labelOf(work.body(), set);
    const said = word(label ? "setLabelled" : "setUnlabelled", { set: setName(work, set), label: labelName(label) });
    const swatch = make("span", { class: "set-swatch", "aria-hidden": "true" });
    return make("span", { class: "line-mark", "data-colour": work.body().looks[set].colour, title: said }, swatch, labelMark(label) ?? setName(work, set));
  }

  /** @param {EventTarget|null} target */
  function lineAt(target) {
    const line = target instanceof Element ? target.closest(".line")?.querySelector("[data-element-id]") : null;
    return line instanceof HTMLElement ? line : null;
  }

  reader.frame.addEventListener(
    "click",
    (event) => {
      const element = lineAt(event.target);
      const link = event.target instanceof Element ? event.target.closest("a[data-title]") : null;
      if (!element || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (!link && getSelection()?.isCollapsed === false) return; // whoever drags over words copies them
      if (link) {
        event.preventDefault();
        event.stopImmediatePropagation(); // the page that it leads to is in the dictionary
        walking.goTo(element);
      }
      openLine(element, link instanceof HTMLElement ? link.dataset.title : undefined);
    },
    { capture: true },
  );
  reader.frame.addEventListener("keydown", (event) => {
    if ((event.key !== "Enter" && event.key !== " ") || !(event.target instanceof HTMLElement)) return;
    if (!event.target.matches(".line > .citable")) return; // a link keeps its own Enter
    event.preventDefault();
    if (event.target.dataset.elementId === open) dictionary.enter();
    else openLine(event.target);
  });
  reader.onShow(({ page }) => {
    open = null;
    dictionary.main(page?.title ?? null);
    drawMarks();
    const kept = page?.elements.get(work.body().line ?? "");
    if (!kept) return retarget();
    setOpen(kept.dataset.elementId ?? null);
    void dictionary.show(kept.dataset.elementId ?? "", numberOf(kept));
    retarget();
  });
  work.onChange((change) => {
    if (change.kind === "place" || change.kind === "noted" || change.kind === "bookmarks") return;
    if (change.kind === "active") isFresh = false;
    if (change.kind === "active" || change.kind === "all") follow();
    drawMarks();
    retarget();
  });

  /** The line that the shown set begins with, if it is on this page. */
  function follow() {
    const first = reader.page()?.elements.get(work.activeIds()[0] ?? "");
    if (!first || first.dataset.elementId === open) return;
    setOpen(first.dataset.elementId ?? null);
    work.note({ line: first.dataset.elementId });
    void dictionary.show(first.dataset.elementId ?? "", numberOf(first));
  }

  const input = need("#add-page input", HTMLInputElement);
  return {
    label,
    target,
    /** Hears that ticks and labels go to another set. @param {() => void} listener */
    onTarget: (listener) => void listeners.push(listener),
    /** What was added comes back after a reload; who has read nothing yet begins on the claim's page. @param {string|null} title */
    async open(title) {
      const { place, pages = [] } = work.body();
      await Promise.all(pages.map((each) => dictionary.restore(each)));
      if (!title || reader.page() || place.title || place.search) return;
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur(); // the search of an empty start
      if (await reader.go({ title })) walking.enter();
    },
    keys: {
      x: dictionary.enter,
      w: () => dictionary.addMain(),
      q: () => input.focus(),
    },
  };
}

/** @param {HTMLElement} element */
function numberOf(element) {
  return element.closest(".line")?.querySelector(".line-number")?.textContent ?? "";
}
