/** Adjudicating a claim: the form shows what the chosen outcome needs, and a click on the page adds evidence that nobody chose. */
import { need } from "./common/dom.js";

const room = need(".adjudicate", HTMLElement);
const form = document.querySelector("#decision");

const isOwn = () => form instanceof HTMLFormElement && new FormData(form).get("outcome") === "own";

function show() {
  form?.classList.toggle("is-one", !isOwn());
  room.classList.toggle("is-picking", isOwn());
}

/** The row of an element among those that can be ticked. @param {string} id */
const rowOf = (id) => [...document.querySelectorAll("#pieces tr")].find((row) => row instanceof HTMLElement && row.dataset.piece === id);

/** A row of its own for an element of the page, in the first set. @param {HTMLElement} element @param {string} id */
function add(element, id) {
  const template = need("#piece-row", HTMLTemplateElement);
  const row = document.importNode(template.content, true).querySelector("tr");
  if (!row) return;
  row.dataset.piece = id;
  const [page, text] = ["[data-page]", "[data-text]"].map((which) => row.querySelector(which));
  if (page) page.textContent = element.closest("article")?.querySelector("h1")?.textContent ?? "";
  if (text) text.textContent = element.textContent?.trim() ?? "";
  for (const [at, box] of [...row.querySelectorAll("input")].entries()) {
    box.value += id;
    box.checked = at === 0;
  }
  need("#pieces", HTMLElement).append(row);
}

room.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest(".laid-page a[data-title]");
  const title = document.querySelector("#open-title");
  if (link instanceof HTMLAnchorElement && title instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    title.value = link.dataset.title ?? "";
    title.form?.requestSubmit();
    return;
  }
  const element = event.target.closest(".laid-page .citable");
  if (!(element instanceof HTMLElement) || !isOwn()) return;
  const id = element.dataset.elementId ?? "";
  const row = rowOf(id);
  if (!row) add(element, id);
  else {
    const boxes = [...row.querySelectorAll("input")];
    const on = boxes.some((box) => box.checked);
    for (const [at, box] of boxes.entries()) box.checked = !on && at === 0;
  }
  mark();
});

/** On the page, what is ticked. */
function mark() {
  const ticked = new Set([...document.querySelectorAll("#pieces tr:has(input:checked)")].map((row) => (row instanceof HTMLElement ? row.dataset.piece : "")));
  for (const element of room.querySelectorAll(".laid-page [data-element-id]")) element.classList.toggle("is-added", isOwn() && ticked.has(element.getAttribute("data-element-id") ?? ""));
}

/** The first piece of evidence of a page that was just opened into view; only the pane scrolls. */
function seek() {
  const pane = room.querySelector(".laid-page");
  const first = pane?.querySelector(".is-laid");
  if (pane && first) pane.scrollTop += first.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
}

form?.addEventListener("change", () => {
  show();
  mark();
});
document.addEventListener("htmx:afterSettle", () => {
  seek();
  mark();
});
show();
seek();
mark();
