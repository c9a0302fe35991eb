/**
 * Frames around tables: one whose table is wider than it scrolls by itself and can be reached by keyboard; a tall one
 * that fits lets its header row follow the page. The browser tells the sizes when it has laid a table out.
 */

import { followRows } from "./row-headers.js";

/** @param {import("./reader.js").Reader} reader */
export function fitTables(reader) {
  let stop = () => {};
  const pane = new ResizeObserver(() => {
    reader.scroller.style.setProperty("--room", `${reader.scroller.clientHeight}px`);
  });
  pane.observe(reader.scroller);
  reader.onShow(({ page }) => {
    stop();
    stop = page ? fitTablesOf(page.root) : () => {};
  });
}

/** @param {ParentNode} root  an article  @returns {() => void} call it when the article is left */
export function fitTablesOf(root) {
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => fit(target)));
  const stops = [() => sizes.disconnect()];
  for (const frame of root.querySelectorAll(".wikitable-frame")) {
    sizes.observe(frame);
    if (frame instanceof HTMLElement && frame.classList.contains("is-tall")) stops.push(followRows(frame));
  }
  return () => stops.forEach((stop) => stop());
}

/** @param {Element} frame */
function fit(frame) {
  const table = frame.querySelector("table");
  if (!(frame instanceof HTMLElement) || !table) return;
  const isWide = table.offsetWidth > frame.offsetWidth;
  frame.classList.toggle("fits", !isWide);
  if (isWide) {
    frame.tabIndex = 0;
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", table.caption?.textContent?.trim() || titleOf(frame));
  } else {
    for (const name of ["tabindex", "role", "aria-label"]) frame.removeAttribute(name);
  }
  // What sticks to the edges hides cells that are scrolled to: they keep this distance (css/article.css).
  const isTall = frame.classList.contains("is-tall");
  frame.style.setProperty("--head", `${isTall || !isWide ? (table.tHead?.offsetHeight ?? 0) : 0}px`);
  if (!isTall) return;
  const side = table.querySelector("tbody th:first-child[scope=row]");
  frame.style.setProperty("--side", `${isWide && side instanceof HTMLElement ? side.offsetWidth : 0}px`);
}

/** @param {Element} frame */
function titleOf(frame) {
  return frame.closest("article")?.querySelector("h1")?.textContent ?? "";
}
