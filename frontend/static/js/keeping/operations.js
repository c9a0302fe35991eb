/** Writes the operations of FEVEROUS (feverous_format.md, section e) into the outbox. */

const LONGEST_VALUE = 4000; // what the API takes

/** @typedef {ReturnType<typeof createLog>} Log */

/**
 * @param {import("./outbox.js").Outbox} outbox
 * @param {() => number} seconds
 * @param {() => void} onWritten
 */
export function createLog(outbox, seconds, onWritten) {
  /** @param {string} name  @param {string} [value]  the name again where there is none */
  function write(name, value = name) {
    outbox.addOperation(name, value.slice(0, LONGEST_VALUE), seconds());
    onWritten();
  }

  return {
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
    /** @param {import("../types.js").Step} step */
    picked: ({ id, added }) => write(added ? "Highlighting" : "Highlighting deleted", id),
    back: () => write("back-button-clicked"),
    jumpToHighlight: () => write("Jump to Highlight"),
    /** @param {string} type  of the claim  @param {string} code  of the hint */
    hintDismissed: (type, code) => write("hint-dismissed", `${type} ${code}`),
  };
}
