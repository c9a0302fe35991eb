/** Everything with which evidence is chosen and looked after: on the page, by key, on cards, in sets. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { flash } from "../reader/flash.js";
import { createCards } from "./cards.js";
import { createCompareDialog } from "./compare-dialog.js";
import { createExcerpts } from "./excerpts.js";
import { setUpGutters } from "./row-column-buttons.js";
import { createHighlighter } from "./highlighter.js";
import { listenForSelection } from "./click-selection.js";
import { listenForRanges } from "./ranges.js";
import { setUpSelectHandle } from "./select-handle.js";
import { setUpSetTools } from "./set-tools.js";
import { createSetWarnings } from "./set-warnings.js";
import { createTabs } from "./tabs.js";
import { announceChanges } from "./announcements.js";
import { setUpUndoButtons } from "./undo-buttons.js";

/** @typedef {import("./grid-cells.js").Way} Way */

/**
 * @param {Object} parts
 * @param {import("../types.js").VerifierProject} parts.project
 * @param {string} parts.address  where excerpts come from
 * @param {import("./work.js").Work} parts.work
 * @param {import("../reader/reader.js").Reader} parts.reader
 * @param {import("../reader/keyboard-navigation.js").Walking} parts.walking
 * @param {import("../reader/beside.js").Beside|null} parts.beside  the second page
 * @param {() => boolean} parts.mayWrite
 * @param {() => void} parts.onNews  words of evidence have arrived
 * @param {import("../suggestions/suggested.js").Suggested} parts.suggested
 */
export function setUpSelecting({ project, address, work, reader, walking, beside, mayWrite, onNews, suggested }) {
  const picks = project.page_view !== "lines"; // there a click opens a line (js/lines/lines.js)
  let pages = "en"; // the language of the pages; a corpus has one
  const language = () => pages;

  const excerpts = createExcerpts(address, (ids) => {
    cards.refresh(ids);
    warned.draw();
    onNews();
  });
  work.onChange((change) => {
    const added = change.kind === "evidence" ? change.steps.filter((step) => step.added).map(({ id }) => id) : [];
    if (change.kind === "all") added.push(...work.body().sets.flat());
    if (added.length > 0) excerpts.want(added, shownPages());
  });
  const shownPages = () => [reader.page(), beside?.reader.page() ?? null];
  const highlighters = [reader, ...(beside ? [beside.reader] : [])].map((pane) => {
    const highlighter = createHighlighter(work, suggested);
    pane.onShow(({ page }) => {
      pages = page?.root.lang || pages;
      gutters.hide();
      handle.hide();
      highlighter.show(page);
      if (page) excerpts.readFrom(page);
    });
    return highlighter;
  });
  const cards = createCards({ work, excerpts, open: openElement, language });
  const warned = createSetWarnings(work, project, excerpts.get);
  announceChanges(work, excerpts.get, language);
  createTabs(work);
  setUpSetTools(work);
  setUpUndoButtons(work);
  const compare = createCompareDialog(work, excerpts.get, warned.sentences);

  /** Shows an element on its page. @param {string} id */
  async function openElement(id) {
    const title = excerpts.get(id)?.page;
    const second = beside?.reader.page()?.elements.get(id);
    if (second && reader.page()?.title !== title) return flash(second);
    if (title !== undefined && reader.page()?.title !== title) await reader.go({ title });
    const element = reader.page()?.elements.get(id);
    if (element) flash(element);
  }

  /** @param {HTMLElement[]} elements  @param {import("../types.js").Why} why  @param {boolean} adding */
  function changeAll(elements, why, adding) {
    if (!mayWrite()) return;
    const ids = idsOf(elements.filter((element) => element.matches(".citable")));
    const before = work.activeIds();
    (adding ? work.add : work.remove)(ids, work.body().active_set, why);
    if (work.activeIds() !== before) return;
    const said = ids.length === 0 ? "noCells" : adding ? "nothingToAdd" : "nothingToRemove";
    announce(word(said, { number: work.body().active_set + 1 }));
  }

  /** @param {HTMLElement} element */
  function pick({ dataset: { elementId: id } }) {
    if (id !== undefined && mayWrite()) work.toggle(id);
  }

  /** What is chosen already, all of it, is taken back. @param {HTMLElement[]} elements */
  function changeRange(elements) {
    const chosen = new Set(work.activeIds());
    changeAll(elements, "range", !idsOf(elements).every((id) => chosen.has(id)));
  }

  // Ranges first: what is marked, or clicked with Shift, is no single pick.
  if (picks) listenForRanges(reader.frame, walking, changeRange);
  if (beside) listenForRanges(beside.reader.frame, beside.walking, changeRange);
  const frame = need("#reader-pages", HTMLElement);
  if (picks) listenForSelection(frame, pick);
  const handle = picks ? setUpSelectHandle({ frame, work, pick }) : { hide() {} };
  const gutters = setUpGutters({
    frame,
    work,
    add: (cells, way) => changeAll(cells, way, true),
    remove: (cells, way) => changeAll(cells, way, false),
  });

  excerpts.want(work.body().sets.flat(), []);
  cards.draw();

  /** @param {Way} way  @param {boolean} adding  @returns {(event: KeyboardEvent) => boolean} */
  const alongKey = (way, adding) => (event) => gutters.byKey(event.target, way, adding);
  return {
    excerpts,
    highlighter: { repaint: (/** @type {string[]} */ ids) => highlighters.forEach((each) => each.repaint(ids)) },
    openElement,
    language,
    /** By name, as for `listenForKeys`. */
    keys: {
      r: alongKey("row", true),
      c: alongKey("column", true),
      "shift+r": alongKey("row", false),
      "shift+c": alongKey("column", false),
      e: () => need("#cards", HTMLElement).querySelector("button")?.focus(),
      v: compare,
      "+": () => void (mayWrite() && work.addSet()),
      "[": () => work.activate(work.body().active_set - 1),
      "]": () => work.activate(work.body().active_set + 1),
      "ctrl+z": () => void (mayWrite() && work.undo()),
      "ctrl+shift+z": () => void (mayWrite() && work.redo()),
      "ctrl+y": () => void (mayWrite() && work.redo()),
    },
  };
}

/** @param {HTMLElement[]} elements */
function idsOf(elements) {
  return elements.flatMap(({ dataset: { elementId: id } }) => (id === undefined ? [] : [id]));
}
