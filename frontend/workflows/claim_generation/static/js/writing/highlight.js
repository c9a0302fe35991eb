/** The highlight: marked wherever its page is shown, and one click away from everywhere else. */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { flash } from "../reader/flash.js";

/**
 * @param {import("../types.js").WriterPayload["highlight"]} highlight
 * @param {import("../reader/reader.js").Reader} reader
 * @param {import("../sync/operations.js").Log} log
 */
export function createHighlight(highlight, reader, log) {
  reader.onShow(({ page }) => {
    if (page?.title !== highlight.page) return;
    const marked = elements(page);
    marked.forEach((element) => {
      element.classList.add("is-highlighted");
      element.setAttribute("aria-description", word("isHighlighted"));
    });
    if (reader.scroller.scrollTop === 0) marked[0]?.scrollIntoView({ block: "center" });
  });

  /** @param {import("../types.js").ShownPage} page */
  function elements(page) {
    return highlight.element_ids.flatMap((id) => page.elements.get(id) ?? []);
  }

  async function back() {
    log.jumpToHighlight();
    if (reader.page()?.title !== highlight.page) await reader.go({ title: highlight.page });
    const page = reader.page();
    if (page?.title === highlight.page) elements(page).slice(0, 1).forEach(flash);
  }

  need("#to-highlight", HTMLButtonElement).addEventListener("click", () => void back());
  return { back };
}
