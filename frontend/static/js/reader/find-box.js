/** Find in page: counts and marks words as one types, walks from one to the next. */
import { need } from "../common/dom.js";
import { announce } from "../common/announce.js";
import { word } from "../common/words.js";
import { findAll } from "./find-text.js";
import { paintFound } from "./found-marks.js";
import { createTextIndex } from "./text-index.js";

const PAUSE_MS = 120;

/**
 * @param {import("./reader.js").Reader} reader
 * @param {{searched: (term: string) => void, reset: () => void}} log
 */
export function createFindBox(reader, log) {
  const form = need("#find-form", HTMLFormElement);
  const input = need("input", HTMLInputElement, form);
  const count = need("#find-count", HTMLElement);
  const buttons = [...form.querySelectorAll("button")];
  /** @type {Range[]} */
  let ranges = [];
  let current = -1;
  let logged = "";
  let timer = 0;
  /** @type {ReturnType<typeof createTextIndex>|null} */
  let index = null; // made on the first search of a page

  function search() {
    clearTimeout(timer);
    const term = input.value.trim();
    index ??= createTextIndex(reader.frame);
    const at = index;
    const length = term.normalize("NFC").length;
    ranges = findAll(at.text, term).map((start) => at.range(start, start + length));
    current = -1;
    draw();
  }

  function draw() {
    const term = input.value.trim();
    paintFound(ranges, current);
    count.textContent = term === "" ? "" : word("findCount", { current: current + 1, total: ranges.length });
    form.classList.toggle("found-nothing", term !== "" && ranges.length === 0);
    buttons.forEach((button) => (button.disabled = term === "" || (ranges.length === 0 && !button.dataset.reset)));
  }

  /** @param {number} by */
  function step(by) {
    if (ranges.length === 0) return;
    current = current < 0 ? firstBelow() : (current + by + ranges.length) % ranges.length;
    draw();
    announce(count.textContent ?? "");
    showRange(ranges[current]);
  }

  /** The first hit that is not above what the person is looking at. */
  function firstBelow() {
    const top = reader.scroller.getBoundingClientRect().top;
    const below = ranges.findIndex((range) => range.getBoundingClientRect().bottom > top);
    return below < 0 ? 0 : below;
  }

  /** @param {Range} range */
  function showRange(range) {
    const box = range.getBoundingClientRect();
    const frame = reader.scroller.getBoundingClientRect();
    if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) {
      reader.scroller.scrollBy({ top: box.top - frame.top - frame.height / 3 });
    }
    range.startContainer.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {number} by */
  function commit(by) {
    search();
    const term = input.value.trim();
    if (term === "") return reset();
    if (term !== logged) log.searched((logged = term));
    step(by);
  }

  function reset() {
    const had = logged !== "" || input.value !== "";
    input.value = "";
    logged = "";
    search();
    if (had) log.reset();
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(search, PAUSE_MS);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      if (input.value.trim() === logged && logged !== "") step(event.shiftKey ? -1 : 1);
      else commit(1);
    } else if (event.key === "Escape") {
      reset();
      input.blur();
    }
  });
  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.reset !== undefined) reset();
    else if (button?.dataset.by && input.value.trim() !== logged) commit(Number(button.dataset.by));
    else if (button?.dataset.by) step(Number(button.dataset.by));
  });
  reader.onShow(() => {
    index = null;
    logged = "";
    if (input.value.trim() !== "") search(); // the same words are marked on the next page too
  });
  draw();
  return input;
}
