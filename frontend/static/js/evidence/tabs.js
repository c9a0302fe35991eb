/** The evidence sets as tabs with counts. */
import { make, need } from "../common/dom.js";
import { word } from "../common/words.js";

/** @param {import("./work.js").Work} work */
export function createTabs(work) {
  const bar = need("#set-tabs", HTMLElement);
  const tabs = work.body().sets.map((_, number) => {
    const count = make("span", { class: "tab-count" });
    const tab = make(
      "button",
      { type: "button", role: "tab", class: "tab", id: `set-tab-${number}`, "aria-controls": "set-panel" },
      word("setNumber", { number: number + 1 }),
      " ",
      count,
    );
    tab.addEventListener("click", () => work.activate(number));
    return { tab, count };
  });
  bar.append(...tabs.map(({ tab }) => tab));

  bar.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    work.activate((work.body().active_set + by + tabs.length) % tabs.length);
    tabs[work.body().active_set].tab.focus();
  });

  function draw() {
    const { sets, active_set: active } = work.body();
    tabs.forEach(({ tab, count }, number) => {
      tab.setAttribute("aria-selected", String(number === active));
      tab.tabIndex = number === active ? 0 : -1;
      count.textContent = String(sets[number].length);
      count.setAttribute("aria-label", word("pieces", { count: sets[number].length }));
    });
    need("#set-panel", HTMLElement).setAttribute("aria-labelledby", `set-tab-${active}`);
  }

  work.onChange(({ kind }) => {
    if (kind === "evidence" || kind === "active" || kind === "all") draw();
  });
  draw();
}
