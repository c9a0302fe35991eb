/** The screening test: keeps what a candidate chooses and writes, and submits it once. */
import { announce } from "./common/announce.js";
import { createClock } from "./common/clock.js";
import { need } from "./common/dom.js";
import { pageJson } from "./common/page-json.js";
import { uuid } from "./common/unique.js";
import { createSubmission } from "./decision/submission.js";
import { nothingDone } from "./evidence/undo.js";
import { showBanner } from "./sync/banners.js";
import { createLog, logVisibility } from "./sync/operations.js";
import { reconcile } from "./sync/reconcile.js";
import { storedOutbox } from "./sync/storage.js";
import { setUpKeeping } from "./sync/sync.js";
import { claimTab } from "./sync/tab-lock.js";

/** @typedef {{answers: Record<string, number>, summary: string, mutation: string, mutated: string, place: {}}} TestBody */

const ANSWER = "answers.";
/** @type {import("./types.js").AnyPayload} */
const payload = pageJson("#assignment");
const form = need("#panel", HTMLFormElement);
const address = form.dataset.api ?? "";
const shape = {
  /** @param {Partial<TestBody>} body  @returns {TestBody} */
  completed: ({ answers = {}, summary = "", mutation = "", mutated = "" }) => ({ answers, summary, mutation, mutated, place: {} }),
  /** @param {TestBody} one  @param {TestBody|null} other */
  same: (one, other) => other !== null && content(one) === content(other),
};

/** @param {TestBody} body  whose answers may be in any order */
function content({ answers, summary, mutation, mutated }) {
  return JSON.stringify([Object.entries(answers).sort(), summary, mutation, mutated]);
}

/** What the form holds. @returns {TestBody} */
function written() {
  const fields = [...new FormData(form)].map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]));
  const answers = fields.filter(([name]) => name.startsWith(ANSWER));
  return shape.completed({
    ...Object.fromEntries(fields.filter(([name]) => !name.startsWith(ANSWER))),
    answers: Object.fromEntries(answers.map(([name, value]) => [name.slice(ANSWER.length), Number(value)])),
  });
}

/** @param {TestBody} body */
function fill({ answers, summary, mutation, mutated }) {
  const named = Object.entries(answers).map(([id, choice]) => [ANSWER + id, String(choice)]);
  /** @type {Record<string, string>} */
  const values = { ...Object.fromEntries(named), summary, mutation, mutated };
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement) field.value = values[field.name] ?? "";
    if (field instanceof HTMLInputElement) field.checked = values[field.name] === field.value;
  }
}

/** @param {TestBody} start */
function createWork(start) {
  let body = start;
  /** @type {((change: {kind: string}) => void)[]} */
  const listeners = [];
  /** @param {TestBody} changed */
  function become(changed) {
    body = changed;
    listeners.forEach((listener) => listener({ kind: "all" }));
  }
  return {
    body: () => body,
    undoable: nothingDone, // a text field undoes by itself
    /** @param {(change: {kind: string}) => void} listener */
    onChange: (listener) => void listeners.push(listener),
    become,
    /** @param {TestBody} other  taken over from the server */
    replace(other) {
      fill(other);
      become(other);
    },
    moveTo() {},
  };
}

/** @param {Record<string, string|string[]>} fields  of a refusal: field -> sentences */
function show(fields) {
  for (const place of form.querySelectorAll("[data-errors]")) {
    if (!(place instanceof HTMLElement)) continue;
    place.textContent = [fields[place.dataset.errors ?? ""] ?? []].flat().join(" ");
    place.closest("[data-field]")?.classList.toggle("is-wrong", place.textContent !== "");
  }
  const first = form.querySelector(".is-wrong :is(input, textarea)");
  if (first instanceof HTMLElement) first.focus();
}

/** @type {(() => void)[]} */
const onTaken = [];
const writes = await claimTab(payload.id, () => onTaken.forEach((stop) => stop()));
const { data, other } = reconcile(payload, storedOutbox(payload.id), shape);
const work = createWork(data.body);
fill(data.body);
const { outbox, sender, stop, mayWrite } = setUpKeeping({ payload, shape, data, other, work, writes, address });
logVisibility(createLog(outbox, createClock(payload.elapsed_seconds, data.last_active), sender.changed));
onTaken.push(stop);

const button = need("[type=submit]", HTMLButtonElement, form);
const state = need("#submit-state", HTMLElement);
const progress = {
  /** @param {string} words */
  sending(words) {
    form.inert = true;
    button.disabled = true;
    state.textContent = words;
  },
  done: () => location.reload(), // the same address shows what was submitted
  close() {
    form.inert = false;
    button.disabled = false;
    state.textContent = "";
  },
};
const submission = createSubmission(address, outbox, sender, {
  progress: () => progress,
  refused({ fields, message }) {
    const known = Object.keys(fields).some((name) => form.querySelector(`[data-errors="${CSS.escape(name)}"]`));
    if (known) announce(message);
    else showBanner("refused", message);
    show(fields);
  },
});

function submit() {
  if (button.disabled || !outbox.isWritable()) return;
  const { answers, summary, mutation, mutated } = work.body();
  submission.send("submission", { client_id: uuid(), answers, summary, mutation, mutated });
}

form.addEventListener("input", ({ target }) => {
  work.become(written());
  const field = target instanceof Element ? target.closest("[data-field]") : null;
  field?.classList.remove("is-wrong");
  const error = field?.querySelector("[data-errors]");
  if (error) error.textContent = "";
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (mayWrite()) submit();
});
if (outbox.isWritable()) submission.resume();
form.dataset.ready = "true"; // a script that drives this page may begin
