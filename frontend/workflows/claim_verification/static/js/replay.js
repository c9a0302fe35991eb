/** The way to a verdict, step by step: the slider and the arrow keys lead to the step, the page shows what it is about. */
import { need } from "./common/dom.js";

const route = need(".route", HTMLElement);
const pane = need(".route-page", HTMLElement);
const mark = route.dataset.mark ?? "";
const about = [...pane.querySelectorAll("[data-element-id]")].find((each) => each.getAttribute("data-element-id") === mark);
const shown = about ?? pane.querySelector(".is-evidence");
// Only the panes scroll: the slider has to stay under the pointer.
if (shown) pane.scrollTop += shown.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
about?.classList.add("is-step");
const steps = route.querySelector(".route-steps");
const current = steps?.querySelector("[aria-current]");
if (steps && current) steps.scrollTop += current.getBoundingClientRect().top - steps.getBoundingClientRect().top - steps.clientHeight / 2;

const slider = document.querySelector("#route-step");
if (slider instanceof HTMLInputElement) slider.addEventListener("change", () => slider.form?.requestSubmit());

addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!rel || event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
  const link = route.querySelector(`a[rel=${rel}]`);
  if (link instanceof HTMLAnchorElement) link.click();
});
