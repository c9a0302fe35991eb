/** A page read by itself: its tables fit the window, it opens at the first marked element, and tells the claim it is read for. */
import { need } from "./common/dom.js";
import { settle } from "./reader/show-range.js";
import { fitTablesOf } from "./reader/table-frames.js";
import { hearRevisionLinks } from "./reader/links.js";
import { leadToTabs, leaveNote } from "./reader/tabs.js";

fitTablesOf(document);
const marked = document.querySelector(".is-evidence");
if (marked) settle(marked, () => marked.scrollIntoView({ block: "center" }));

const strip = document.querySelector("[data-assignment]");
const revision = document.querySelector("a[data-revision]");
if (revision instanceof HTMLAnchorElement && new URLSearchParams(location.search).has("revision")) goToRevision(revision);
else if (strip instanceof HTMLElement) readFor(strip, strip.dataset.assignment ?? "");

/** From the context menu of its link (reader/tabs.js): the claim is told, and the page is not read here. @param {HTMLAnchorElement} link */
function goToRevision(link) {
  const title = need("article", HTMLElement).dataset.pageTitle ?? "";
  if (strip instanceof HTMLElement) leaveNote(strip.dataset.assignment ?? "", { revision: title });
  location.replace(link.href);
}

/** @param {HTMLElement} strip  @param {string} assignment */
function readFor(strip, assignment) {
  const title = need("article", HTMLElement).dataset.pageTitle ?? "";
  const [arrival] = performance.getEntriesByType("navigation");
  const link = new URLSearchParams(location.search).get("link");
  const isFollowed = arrival instanceof PerformanceNavigationTiming && arrival.type === "navigate";
  if (isFollowed && link) leaveNote(assignment, { link });

  function tell() {
    if (!document.hidden) leaveNote(assignment, { shown: title });
  }
  tell(); // a tab that was opened in the background tells when it is looked at
  document.addEventListener("visibilitychange", tell);
  addEventListener("pageshow", ({ persisted }) => persisted && tell()); // by the browser's back button
  leadToTabs(need("article", HTMLElement), assignment);
  hearRevisionLinks(need("article", HTMLElement), (opened) => leaveNote(assignment, { revision: opened }));

  const button = need("button", HTMLButtonElement, strip);
  button.addEventListener("click", async () => {
    leaveNote(assignment, { wanted: title });
    const held = (await navigator.locks?.query())?.held ?? [];
    if (!held.some(({ name }) => name === `attest:${assignment}`)) location.assign(strip.dataset.workspace ?? "");
    else need("[role=status]", HTMLElement, strip).hidden = false;
  });
  button.disabled = false;
}
