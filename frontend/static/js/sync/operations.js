/**
 * Writes operations into the outbox: those of FEVEROUS (feverous_format.md, section e) and our own, which are never
 * released (annotation/vocabulary/operation_names.py). What is done to the evidence is written by log-of-work.js.
 */

const LONGEST_VALUE = 4000; // what the API takes

/** @typedef {ReturnType<typeof createLog>} Log */
/** @typedef {{name: string, value?: string, detail?: Record<string, any>}} Entry  the name is the value where there is none */

/**
 * @param {Pick<import("./outbox.js").Outbox, "addOperations">} outbox
 * @param {Pick<import("../common/clock.js").Clock, "wall"|"active">} clock
 * @param {() => void} onWritten
 */
export function createLog(outbox, clock, onWritten) {
  /** What was done at once. @param {Entry[]} entries */
  function writeAll(entries) {
    if (entries.length === 0) return;
    const [seconds, active_seconds] = [clock.wall(), clock.active()];
    outbox.addOperations(
      entries.map(({ name, value = name, detail }) => {
        return { name, value: value.slice(0, LONGEST_VALUE), seconds, active_seconds, ...(detail && { detail }) };
      }),
    );
    onWritten();
  }

  /** @param {string} name  @param {string} [value] */
  const write = (name, value) => writeAll([{ name, value }]);

  return {
    write,
    writeAll,
    /** @param {import("../types.js").Place} place  @param {string|null} title  the page's own, not that of a redirect */
    nowOn: (place, title) => write("Now on", title ?? `?search=${place.search ?? place.title ?? ""}`),
    /** @param {string} term */
    search: (term) => write("search", term),
    /** @param {string} term */
    fullText: (term) => write("search", `Contains...${term}`),
    /** @param {string} anchor */
    hyperlink: (anchor) => write("hyperlink", anchor),
    /** @param {string} term */
    pageSearch: (term) => write("Page search", term),
    pageSearchReset: () => write("page-search-reset"),
    back: () => write("back-button-clicked"),
    jumpToHighlight: () => write("Jump to Highlight"),
    /** @param {string} type  of the claim  @param {string} code  of the hint */
    hintDismissed: (type, code) => write("hint-dismissed", `${type} ${code}`),
    confirmOpen: () => write("confirm-open"),
    confirmAdjust: () => write("confirm-adjust"),
    /** @param {string} title  of the page */
    revisionOpened: (title) => write("revision-opened", title),
    /** @param {string} id  of the line whose dictionary is shown */
    lineOpened: (id) => write("line-opened", id),
    /** @param {string} title  of the page whose lines are added to the dictionary */
    pageAdded: (title) => write("page-added", title),
    guideShown: () => write("guide-shown"),
  };
}

/** Says in the log when the page is hidden and when it is back. @param {Log} log */
export function logVisibility(log) {
  document.addEventListener("visibilitychange", () => log.write(document.hidden ? "hidden" : "visible"));
}
