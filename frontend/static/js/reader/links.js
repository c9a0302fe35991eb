/** Links inside the reader: to a page, to full text, to a section. */
import { settle } from "./show-range.js";

/**
 * @typedef {Object} LinkActions
 * @property {(title: string, anchor: string, link: HTMLAnchorElement) => void} openPage
 * @property {(query: string, page: number, isNew: boolean) => void} openSearch
 */

/** @param {HTMLElement} frame  @param {LinkActions} actions */
export function followLinks(frame, { openPage, openSearch }) {
  frame.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const { title, search, page } = link.dataset;
    const section = link.getAttribute("href")?.startsWith("#");
    if (title === undefined && search === undefined && !section) return;
    event.preventDefault();
    if (title !== undefined) openPage(title, link.textContent?.trim() ?? title, link);
    else if (search !== undefined) openSearch(search, Number(page ?? 1), page === undefined);
    else goToSection(frame, link);
  });
}

/** @param {HTMLElement} frame  @param {HTMLAnchorElement} link */
export function goToSection(frame, link) {
  const heading = frame.querySelector(`#${CSS.escape(link.hash.slice(1))}`);
  if (heading instanceof HTMLElement) goToHeading(heading);
}

/** The keyboard goes on from there. @param {HTMLElement} heading */
export function goToHeading(heading) {
  settle(() => heading.scrollIntoView({ block: "start" }));
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Pages are shown without the browser's history, so it cannot colour visited links by itself.
 * @param {HTMLElement} frame
 * @param {Set<string>} visited
 */
export function colourVisited(frame, visited) {
  for (const link of frame.querySelectorAll("a[data-title]")) {
    if (link instanceof HTMLElement && visited.has(link.dataset.title ?? "")) link.classList.add("is-visited");
  }
}
