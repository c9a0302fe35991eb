/** Find in page: counts and marks words as one types, walks from one to the next. */
import { need } from "../common/dom.js";
import { announce } from "../common/announce.js";
import { word } from "../common/words.js";
import { findAll } from "./find-text.js";
import { createFoundMarks } from "./found-marks.js";
import { showRange } from "./show-range.js";
import { createTextIndex } from "./text-index.js";

const PAUSE_MS = 120;
const PREPARE_MS = 400; // after a page is shown, when nothing else is to be done for it

/**
 * @param {import("./reader.js").Reader} reader
 * @param {{searched: (term: string) => void, reset: () => void}} log
 * @param {Pick<import("./keyboard-navigation.js").Walking, "aim"|"enterAt">} walking
 */
export function createFindBox(reader, log, walking) {
  const form = need("#find-form", HTMLFormElement);
  const input = need("input", HTMLInputElement, form);
  const count = need("#find-count", HTMLElement);
  const buttons = [...form.querySelectorAll("button")];
  const marks = createFoundMarks(reader.scroller);
  /** @type {number[]} */
  let hits = []; // where in the text each begins
  let current = -1;
  let logged = "";
  let timer = 0;
  let shownPage = new AbortController();
  /** @type {Promise<import("./text-index.js").TextIndex|null>|null} */
  let reading = null; // begun soon after a page is shown, or by the first search on it
  /** @type {import("./text-index.js").TextIndex|null} */
  let index = null;

  function read() {
    reading ??= createTextIndex(reader.frame, shownPage.signal);
    return reading;
  }

  const term = () => input.value.trim();

  async function search() {
    clearTimeout(timer);
    const { signal } = shownPage;
    const wanted = term();
    const text = wanted === "" ? null : await read();
    if (signal.aborted || wanted !== term()) return false; // another page, or more was typed
    index = text;
    hits = text ? findAll(text.text, wanted) : [];
    current = -1;
    marks.show(index, hits, wanted.normalize("NFC").length);
    draw();
    return true;
  }

  function draw() {
    const wanted = term();
    count.textContent = wanted === "" ? "" : word("findCount", { current: current + 1, total: hits.length });
    form.classList.toggle("found-nothing", wanted !== "" && hits.length === 0);
    buttons.forEach((button) => (button.disabled = wanted === "" || (hits.length === 0 && !button.dataset.reset)));
  }

  /** @param {number} by */
  function step(by) {
    if (hits.length === 0) return;
    current = current < 0 ? marks.firstBelow() : (current + by + hits.length) % hits.length;
    const range = marks.choose(current);
    draw();
    announce(count.textContent ?? "");
    if (!range) return;
    showRange(reader.scroller, range);
    walking.aim(range.startContainer);
  }

  /** @param {number} by */
  async function commit(by) {
    if (term() === "") return reset();
    if (!(await search())) return;
    if (term() !== logged) log.searched((logged = term()));
    step(by);
  }

  function reset() {
    const had = logged !== "" || input.value !== "";
    input.value = "";
    logged = "";
    void search();
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
      if (term() === logged && logged !== "") step(event.shiftKey ? -1 : 1);
      else void commit(1);
    } else if (event.key === "Escape") {
      const found = marks.chosen()?.startContainer;
      reset();
      input.blur();
      if (found) walking.enterAt(found); // who has found something goes on from there
    }
  });
  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.reset !== undefined) reset();
    else if (button?.dataset.by && term() !== logged) void commit(Number(button.dataset.by));
    else if (button?.dataset.by) step(Number(button.dataset.by));
  });
  reader.onShow(() => {
    shownPage.abort();
    shownPage = new AbortController();
    [reading, index, hits, current, logged] = [null, null, [], -1, ""];
    marks.show(null, [], 0);
    clearTimeout(timer);
    // The same words are marked on the next page too; else its text is read before somebody asks.
    timer = window.setTimeout(() => void (term() === "" ? read() : search()), term() === "" ? PREPARE_MS : 0);
  });
  draw();
  return input;
}
