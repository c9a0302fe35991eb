/** Links inside the reader: to a page, to full text, to a section. */
import { settle } from "./show-range.js";

/**
 * @typedef {Object} LinkActions
 * @property {(title: string, anchor: string, link: HTMLAnchorElement) => void} openPage
 * @property {(query: string, page: number, isNew: boolean) => void} openSearch
 */

/**
 * A page may also be opened in a tab of its own, which tells of itself (tabs.js). Results and sections have none: they are
 * shown here whatever key is held.
 * @param {HTMLElement} frame
 * @param {LinkActions} actions
 */
export function followLinks(frame, { openPage, openSearch }) {
  /** @param {MouseEvent} event */
  function follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.button === 2 || event.altKey) return; // with Alt a click selects
    const { title, search, page } = link.dataset;
    const isInTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    const isHere = search !== undefined || link.getAttribute("href")?.startsWith("#");
    if (isInTab ? !isHere : title === undefined && !isHere) return;
    event.preventDefault();
    if (title !== undefined) openPage(title, link.textContent?.trim() ?? title, link);
    else if (search !== undefined) openSearch(search, Number(page ?? 1), page === undefined);
    else goToSection(frame, link);
  }

  frame.addEventListener("click", follow);
  frame.addEventListener("auxclick", follow);
}

/**
 * The link to the revision on its own wiki, which the browser opens in a tab.
 * @param {HTMLElement} root  around articles
 * @param {(title: string) => void} opened  hears the title of the page
 */
export function hearRevisionLinks(root, opened) {
  /** @param {MouseEvent} event */
  function hear({ target, button }) {
    const article = target instanceof Element && target.closest("a[data-revision]")?.closest("article");
    if (article && button < 2) opened(article.dataset.pageTitle ?? "");
  }
  root.addEventListener("click", hear);
  root.addEventListener("auxclick", hear);
}

/** @param {HTMLElement} frame  @param {HTMLAnchorElement} link */
export function goToSection(frame, link) {
  const heading = frame.querySelector(`#${CSS.escape(link.hash.slice(1))}`);
  if (heading instanceof HTMLElement) goToHeading(heading);
}

/** The keyboard goes on from there. @param {HTMLElement} heading */
export function goToHeading(heading) {
  settle(heading, () => heading.scrollIntoView({ block: "start" }));
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
