// @ts-check
// A citation beside its sources: keys press what is named with them, the article opens at the claim, wikitext is copied.
import { listenForKeys } from "./layout/keys.js";
import { settle } from "./reader/show-range.js";
import { fitTablesOf } from "./reader/table-frames.js";

const pressed = [...document.querySelectorAll("[data-key]")].flatMap((each) =>
  each instanceof HTMLElement ? [[each.dataset.key ?? "", () => each.click()]] : [],
);
listenForKeys(Object.fromEntries(pressed));
document.body.dataset.ready = "true";

const frame = document.querySelector("#article-frame");
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (!(frame instanceof HTMLElement) || target !== frame) return;
  fitTablesOf(frame);
  const claim = [...frame.querySelectorAll("[data-element-id]")].find(
    (each) => each.getAttribute("data-element-id") === frame.dataset.element,
  );
  if (!(claim instanceof HTMLElement)) return;
  claim.classList.add("is-evidence");
  // The frame alone is scrolled: `scrollIntoView` would move the page, away from the claim above.
  settle(claim, () => {
    const moved = claim.getBoundingClientRect().top - frame.getBoundingClientRect().top;
    frame.scrollTop += moved - frame.clientHeight / 6; // the bar of decisions may cover its lower half
  });
});

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!(button instanceof HTMLButtonElement) || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.querySelector(button.dataset.copy ?? "")?.textContent ?? "";
    await navigator.clipboard.writeText(text);
    const said = document.querySelector("[data-copied]");
    if (said instanceof HTMLElement) said.hidden = false;
  });
}
