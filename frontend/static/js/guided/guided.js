/** The steps of a guided example: which comes next, and ticks for those that the workspace has seen done. */
import { need } from "../common/dom.js";
import { pageJson } from "../common/page-json.js";

/** @typedef {{steps: string[], words: Record<string, string[]>, feedback: string}} Guided  as `guided_context` writes it */
/**
 * Of one step. `passing`: what it asks for leaves no trace in the work, so that a later step stands for it after a reload.
 * @typedef {{done: () => boolean, target: string, passing?: boolean}} Condition
 */

/** @returns {Guided|null} */
export const guidedExample = () => pageJson("#guided-example");

/**
 * @param {Guided} guided
 * @param {Record<string, Condition>} conditions  by name of the step
 * @returns {() => void}  to be called whenever something may have been done
 */
export function setUpSteps({ steps }, conditions) {
  const bar = need("#guided", HTMLElement);
  const text = need("#guided-step [data-text]", HTMLElement, bar);
  const count = need("[data-count]", HTMLElement, bar);
  const pass = need("#guided-pass", HTMLButtonElement, bar);
  const list = need("#guided-all", HTMLDetailsElement, bar);
  /** @type {Set<string>} */
  const passed = new Set(); // by the button, without having been done
  let current = "";

  function look() {
    const done = steps.map((name) => conditions[name]?.done() ?? false);
    const last = done.lastIndexOf(true);
    const seen = steps.map((name, at) => done[at] || (conditions[name]?.passing === true && at < last));
    const open = steps.findIndex((name, at) => !seen[at] && !passed.has(name));
    const next = steps[open < 0 ? steps.length - 1 : open];
    for (const [at, name] of steps.entries()) {
      const state = seen[at] ? "done" : name === next ? "current" : passed.has(name) ? "passed" : "open";
      mark(name, state);
    }
    if (next !== current) become(next);
    bar.dataset.step = next;
    bar.dataset.done = String(seen.filter(Boolean).length);
  }

  /** @param {string} name  @param {string} state */
  function mark(name, state) {
    const line = need(`[data-step="${name}"]`, HTMLElement, list);
    line.dataset.state = state;
    need("[data-done]", HTMLElement, line).hidden = state !== "done";
    if (state === "current") line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }

  /** @param {string} next */
  function become(next) {
    current = next;
    count.textContent = `${steps.indexOf(next) + 1}/${steps.length}`;
    text.textContent = need(`[data-step="${next}"] > span:last-child > [data-text]`, HTMLElement, list).textContent;
    pass.hidden = next === steps.at(-1);
    for (const old of document.querySelectorAll(".guided-target")) old.classList.remove("guided-target");
    document.querySelector(conditions[next]?.target ?? "")?.classList.add("guided-target");
  }

  pass.addEventListener("click", () => {
    passed.add(current);
    look();
  });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !list.open) return;
    event.stopPropagation();
    list.open = false;
    need("summary", HTMLElement, list).focus();
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !list.contains(event.target)) list.open = false;
  });
  look();
  return look;
}
