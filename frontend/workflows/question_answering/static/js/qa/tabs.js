/** The tabs over the left pane: the article, the search, and the page that was opened from it. */
import { need } from "../common/dom.js";

/** @typedef {ReturnType<typeof setUpTabs>} Tabs */

export function setUpTabs() {
  const bar = need("#reader-tabs", HTMLElement);
  const tabs = [...bar.querySelectorAll("[role=tab]")].map((tab) => /** @type {HTMLButtonElement} */ (tab));
  const shownTabs = () => tabs.filter((tab) => !tab.hidden);

  let current = "article";
  /** @type {Record<string, () => void>} */
  const onLeave = {};

  /** @param {string} name */
  function show(name) {
    if (name !== current) onLeave[current]?.();
    current = name;
    for (const tab of tabs) {
      const isChosen = tab.dataset.tab === name;
      if (isChosen) tab.hidden = false;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      need(`#${tab.getAttribute("aria-controls")}`, HTMLElement).hidden = !isChosen;
    }
  }

  for (const tab of tabs) tab.addEventListener("click", () => show(tab.dataset.tab ?? ""));
  bar.addEventListener("keydown", (event) => {
    const all = shownTabs();
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length];
    show(next.dataset.tab ?? "");
    next.focus();
  });
  return {
    show,
    /** @param {string} name  @param {() => void} hear */
    onLeave: (name, hear) => void (onLeave[name] = hear),
    /** @param {string} name */
    focus(name) {
      show(name);
      need(`[data-tab="${name}"]`, HTMLButtonElement, bar).focus();
    },
  };
}
