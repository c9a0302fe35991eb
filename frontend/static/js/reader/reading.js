/** Everything of the left pane that searches, opens and remembers pages. */
import { need } from "../common/dom.js";
import { createBeside } from "./beside.js";
import { catchBrowserBack } from "./browser-back.js";
import { followContents } from "./contents.js";
import { createFindBox } from "./find-box.js";
import { flash } from "./flash.js";
import { createHistoryButtons } from "./history-buttons.js";
import { here } from "./history.js";
import { findHit, headingNamed, hitPlace } from "./hit-location.js";
import { createLandmarks } from "./landmarks.js";
import { colourVisited, followLinks, hearRevisionLinks } from "./links.js";
import { createReader } from "./reader.js";
import { createSearchBox } from "./search-box.js";
import { settle } from "./show-range.js";
import { fillStartScreen } from "./start-screen.js";
import { fitTables } from "./table-frames.js";
import { hearFromTabs, leadToTabs, leaveNote } from "./tabs.js";
import { createWalking } from "./keyboard-navigation.js";

const SCROLL_PAUSE_MS = 300;

/** @typedef {Pick<import("../types.js").OutboxData, "trail"|"visited"|"beside">} Remembered */
/** @typedef {{data: Readonly<Remembered>, update: (differing: Partial<Remembered>) => void, isWritable: () => boolean}} ReadingOutbox */

/**
 * @param {Object} parts
 * @param {Record<"read"|"find"|"suggest", string>} parts.addresses
 * @param {ReadingOutbox} parts.outbox
 * @param {import("../types.js").KeptWork} parts.work
 * @param {import("../sync/operations.js").Log} parts.log
 * @param {string|null} parts.assignment  whose log hears of pages in tabs of their own; null: none does
 */
export function setUpReading({ addresses, outbox, work, log, assignment }) {
  const reader = createReader(addresses, outbox.data.trail);
  /** A second tab of this workspace only reads: as any other tab it tells the one that writes. @param {import("./tabs.js").Note} note */
  function tell(note) {
    if (assignment && !outbox.isWritable()) leaveNote(assignment, note);
  }

  /** What is followed and seen in either pane. */
  const seen = {
    ...log,
    /** @param {string} anchor */
    hyperlink(anchor) {
      tell({ link: anchor });
      log.hyperlink(anchor);
    },
    /** @param {import("../types.js").Place} place  @param {string|null} title */
    nowOn(place, title) {
      if (title !== null) tell({ shown: title });
      log.nowOn(place, title);
    },
  };
  hearRevisionLinks(need("#reader-pages", HTMLElement), (title) => {
    tell({ revision: title });
    log.revisionOpened(title);
  });
  const searching = {
    /** @param {string} text */
    openTitle(text) {
      log.search(text);
      void reader.go({ title: text });
    },
    /**
     * What was typed, and Enter: the page of that title, or else the results.
     * @param {string} text
     * @param {boolean} [isQuery]  it has a sign of the search; a title may have one too
     */
    openTyped(text, isQuery = false) {
      if (isQuery) log.fullText(text);
      else log.search(text);
      void reader.go({ typed: text });
    },
    /** @param {string} query */
    openSearch(query) {
      log.fullText(query);
      void reader.go({ search: query });
    },
  };
  const findForm = need("#find-form", HTMLFormElement);
  const searchInput = createSearchBox(need("#search-form", HTMLFormElement), addresses.suggest, searching);
  followLinks(reader.frame, {
    openPage(title, anchor, link) {
      seen.hyperlink(anchor);
      void openAt(title, hitPlace(link));
    },
    openSearch(query, page, isNew) {
      if (isNew) searching.openSearch(query);
      else void reader.go({ search: query, page });
    },
  });

  /** @param {string} title  @param {import("./hit-location.js").HitPlace|null} place  what it was found by; null: nothing */
  async function openAt(title, place) {
    const isShown = await reader.go({ title });
    const page = reader.page();
    const found = isShown && page && place ? findHit(page, place) : null;
    if (!found) return;
    if (found.matches(".citable")) walking.walkTo(found);
    flash(found);
  }

  /** A redirect may lead to a section, as on Wikipedia. @param {import("../types.js").ShownPage} page */
  function toSection(page) {
    const heading = page.root.dataset.section ? headingNamed(page, page.root.dataset.section) : null;
    if (heading && reader.scroller.scrollTop === 0) settle(heading, () => heading.scrollIntoView({ block: "start" }));
  }

  fitTables(reader);
  const openContents = followContents(reader);
  reader.onShow(({ place, page }) => {
    if (page) toSection(page);
    seen.nowOn(place, page?.title ?? null);
    if (page) visit([place.title, page.title]);
    outbox.update({ trail: reader.trail() });
    const { title, search } = place;
    work.moveTo(title !== undefined ? { title } : search ? { search } : {});
    if (document.activeElement !== searchInput) searchInput.value = page ? "" : (search ?? title ?? "");
    colourVisited(reader.frame, new Set(outbox.data.visited));
    const isStart = fillStartScreen(reader.frame, outbox.data.visited);
    findForm.hidden = isStart; // there is nothing to find in
    if (isStart && matchMedia("(hover: hover)").matches) searchInput.focus(); // on a touch screen this would open the keyboard
  });

  /** @param {(string|undefined)[]} titles */
  function visit(titles) {
    const opened = titles.filter((title) => title !== undefined);
    outbox.update({ visited: [...new Set([...outbox.data.visited, ...opened])] });
  }

  if (assignment) leadToTabs(document.body, assignment);
  let isHearing = false;
  reader.onShow(() => {
    if (isHearing || !assignment) return;
    isHearing = true;
    hearFromTabs(assignment, outbox.isWritable, {
      followed: log.hyperlink,
      shown(title) {
        visit([title]);
        log.nowOn({}, title);
        colourVisited(reader.frame, new Set(outbox.data.visited));
      },
      back: () => log.nowOn(here(reader.trail()).place, reader.page()?.title ?? null),
      wanted: (title) => void reader.go({ title }),
      revisionOpened: log.revisionOpened,
    });
  });

  const beside = document.querySelector("#beside")
    ? createBeside({ addresses, reader, outbox, log: seen, openSearch: (search, page) => void reader.go({ search, page }), visit })
    : null;

  let timer = 0;
  reader.scroller.addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => outbox.update({ trail: reader.remember() }), SCROLL_PAUSE_MS);
  });

  const walking = createWalking(reader);
  const step = createHistoryButtons(reader, log.back);
  catchBrowserBack(reader, () => step(-1));
  const findInput = createFindBox(reader, { searched: log.pageSearch, reset: log.pageSearchReset }, walking);
  /** By name, as for `listenForKeys`. */
  const keys = {
    "/": () => searchInput.select(),
    f: () => findInput.select(),
    "ctrl+f": () => (document.activeElement === findInput ? false : findInput.select()), // twice: the browser's own
    a: () => walking.enter(),
    o: openContents,
    b: () => step(-1),
    ...(beside && { d: beside.toggle }),
    "alt+arrowleft": () => step(-1),
    "alt+arrowright": () => step(1),
    ...createLandmarks(reader, walking),
  };
  /** Words of the claim. @param {string} text */
  const search = (text) => searching.openTyped(text, false);
  return { reader, walking, beside, keys, search };
}
