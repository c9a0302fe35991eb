/**
 * Pages of an assignment that are read in tabs of their own: opened by the middle button, by Ctrl or Shift, or from the
 * context menu. No script hears of that menu, so the address of a link carries the assignment and the words of the link, and
 * the tab tells of itself once it is there, as does a second tab of the workspace, which only reads. It leaves notes in this
 * browser's storage, from which the workspace writes its log: at once, or when it is opened again. So all operations of an
 * assignment have one writer, one order and one clock.
 */

import { shortId } from "../common/unique.js";

const PREFIX = "attest:tab:";
const LONGEST_LINK = 200; // characters of a link's words in an address
const KEPT_MS = 7 * 24 * 3_600_000; // notes to a workspace that nobody has opened since

/**
 * @typedef {{link: string}|{shown: string}|{wanted: string}|{revision: string}} Note  a link that was followed; a page that is
 *   seen; one to be shown there; one whose revision was opened on its wiki
 */

/**
 * Before a link can open a tab, its address says what for.
 * @param {HTMLElement} root
 * @param {string} assignment
 */
export function leadToTabs(root, assignment) {
  /** @param {Event} event */
  function address(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-title]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.getAttribute("href")?.startsWith("#")) return;
    const url = new URL(link.href);
    url.searchParams.set("assignment", assignment);
    url.searchParams.set("link", (link.textContent ?? "").trim().slice(0, LONGEST_LINK));
    link.href = url.href;
  }

  root.addEventListener("pointerdown", address, { capture: true });
  root.addEventListener("focusin", address);
  leadThroughTab(root, assignment);
}

/**
 * A revision that is opened from the context menu is opened by way of a tab that tells of it (wiki.js); a click leads there itself.
 * @param {HTMLElement} root
 * @param {string} assignment
 */
function leadThroughTab(root, assignment) {
  /** @type {{link: HTMLAnchorElement, href: string}|null} */
  let changed = null;

  function restore() {
    if (changed) changed.link.href = changed.href;
    changed = null;
  }

  root.addEventListener(
    "contextmenu",
    ({ target }) => {
      restore();
      const link = target instanceof Element ? target.closest("a[data-through]") : null;
      if (!(link instanceof HTMLAnchorElement)) return;
      changed = { link, href: link.href };
      const url = new URL(link.dataset.through ?? "", location.href);
      url.searchParams.set("assignment", assignment);
      url.searchParams.set("revision", link.dataset.revision ?? "");
      link.href = url.href;
    },
    { capture: true },
  );
  for (const event of ["click", "auxclick"]) root.addEventListener(event, (done) => void (isOpening(done) && restore()), { capture: true });
}

/** @param {Event} event  whether it is a click of another button than the one of the menu */
function isOpening(event) {
  return event instanceof MouseEvent && event.button !== 2;
}

let left = 0; // notes of this tab: two of one millisecond keep their order

/** @param {string} assignment  @param {Note} note */
export function leaveNote(assignment, note) {
  const order = `${Date.now()}:${String((left += 1)).padStart(4, "0")}`;
  try {
    localStorage.setItem(`${PREFIX}${assignment}:${order}:${shortId()}`, JSON.stringify(note));
  } catch {
    // no room, or no storage at all: what cannot be told is not logged
  }
}

/**
 * In the workspace: what its tabs tell, in the order in which it happened. It is left for the tab that writes the log.
 * @param {string} assignment
 * @param {() => boolean} isWriting  whether this is that tab now
 * @param {Object} actions
 * @param {(link: string) => void} actions.followed
 * @param {(title: string) => void} actions.shown
 * @param {() => void} actions.back  the person is back here after a page in a tab
 * @param {(title: string) => void} actions.wanted
 * @param {(title: string) => void} actions.revisionOpened
 */
export function hearFromTabs(assignment, isWriting, { followed, shown, back, wanted, revisionOpened }) {
  let isAway = false;

  function hear() {
    if (!isWriting()) return;
    for (const note of taken(assignment)) {
      if ("link" in note) followed(note.link);
      else if ("shown" in note) shown(note.shown);
      else if ("revision" in note) revisionOpened(note.revision);
      else wanted(note.wanted);
      if ("shown" in note || "wanted" in note) isAway = "shown" in note;
    }
    if (!isAway || document.hidden) return;
    isAway = false;
    back();
  }

  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(`${PREFIX}${assignment}:`)) hear();
  });
  document.addEventListener("visibilitychange", hear);
  hear();
}

/** @param {string} assignment  @returns {Note[]} oldest first; they are gone then, and so is what nobody has asked for */
function taken(assignment) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).sort();
    const mine = keys.filter((key) => key.startsWith(`${PREFIX}${assignment}:`));
    const notes = mine.map((key) => JSON.parse(localStorage.getItem(key) ?? "null")).filter((note) => note !== null);
    const old = keys.filter((key) => Date.now() - Number(key.split(":")[3]) > KEPT_MS);
    [...mine, ...old].forEach((key) => localStorage.removeItem(key));
    return notes;
  } catch {
    return [];
  }
}
