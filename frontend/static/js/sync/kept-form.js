/** A form that is kept as one types, in this browser and on the server, and submitted once by the API. */
import { announce } from "../common/announce.js";
import { createClock } from "../common/clock.js";
import { need } from "../common/dom.js";
import { pageJson } from "../common/page-json.js";
import { uuid } from "../common/unique.js";
import { createSubmission } from "../decision/submission.js";
import { nothingDone } from "../evidence/undo.js";
import { showBanner } from "./banners.js";
import { createLog, logVisibility } from "./operations.js";
import { reconcile } from "./reconcile.js";
import { storedOutbox } from "./storage.js";
import { setUpKeeping } from "./sync.js";
import { claimTab } from "./tab-lock.js";

/** @typedef {import("../types.js").Body} Body */

/**
 * Keep #panel. The page shows what was submitted at the same address.
 * @param {Object} parts
 * @param {import("../types.js").DraftShape} parts.shape
 * @param {(form: HTMLFormElement) => any} parts.written  what the form holds
 * @param {(form: HTMLFormElement, body: any) => void} parts.fill
 * @param {(body: any) => Record<string, unknown>} parts.submitted  the fields of a submission
 */
export async function keepForm({ shape, written, fill, submitted }) {
  /** @type {import("../types.js").AnyPayload & {submitted?: {revision: number}|null}} */
  const { submitted: changed = null, ...given } = pageJson("#assignment");
  const payload = changed ? { ...given, id: `${given.id}:edit` } : given; // the page of what was submitted leaves its outbox alone
  const form = need("#panel", HTMLFormElement);
  const address = form.dataset.api ?? "";
  /** @type {(() => void)[]} */
  const onTaken = [];
  const writes = await claimTab(payload.id, () => onTaken.forEach((stop) => stop()));
  const { data, other } = reconcile(payload, storedOutbox(payload.id), shape);
  const work = createWork(data.body, (body) => fill(form, body));
  fill(form, data.body);
  const { outbox, sender, stop, mayWrite } = setUpKeeping({ payload, shape, data, other, work, writes, address });
  logVisibility(createLog(outbox, createClock(payload.elapsed_seconds, data.last_active), sender.changed));
  onTaken.push(stop);

  const button = need("[type=submit]", HTMLButtonElement, form);
  const submission = createSubmission(address, outbox, sender, {
    progress: () => progressOf(form, button),
    refused({ fields, message }) {
      const known = Object.keys(fields).some((name) => form.querySelector(`[data-errors="${CSS.escape(name)}"]`));
      if (known) announce(message);
      else showBanner("refused", message);
      showErrors(form, fields);
    },
  });
  function submit() {
    if (button.disabled || !outbox.isWritable()) return;
    const content = { client_id: uuid(), ...submitted(work.body()) };
    if (changed) submission.send("revision", { base_revision: changed.revision, ...content });
    else submission.send("submission", content);
  }
  listen(form, { submit, mayWrite, changed: () => work.become(written(form)) });
  if (outbox.isWritable()) submission.resume();
  form.dataset.ready = "true"; // a script that drives this page may begin
}

/**
 * @param {any} start
 * @param {(body: any) => void} fill
 */
function createWork(start, fill) {
  let body = start;
  /** @type {((change: {kind: string}) => void)[]} */
  const listeners = [];
  /** @param {any} changed */
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
    /** @param {any} other  taken over from the server */
    replace(other) {
      fill(other);
      become(other);
    },
    moveTo() {},
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function progressOf(form, button) {
  const state = need("#submit-state", HTMLElement);
  return {
    /** @param {string} words */
    sending(words) {
      form.inert = true;
      button.disabled = true;
      state.textContent = words;
    },
    done: () => location.assign(location.pathname), // which shows what was submitted
    close() {
      form.inert = false;
      button.disabled = false;
      state.textContent = "";
    },
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string|string[]>} fields  of a refusal: field -> sentences
 */
function showErrors(form, fields) {
  for (const place of form.querySelectorAll("[data-errors]")) {
    if (!(place instanceof HTMLElement)) continue;
    place.textContent = [fields[place.dataset.errors ?? ""] ?? []].flat().join(" ");
    place.closest("[data-field]")?.classList.toggle("is-wrong", place.textContent !== "");
  }
  const first = form.querySelector(".is-wrong :is(input, textarea)");
  if (first instanceof HTMLElement) first.focus();
}

/**
 * @param {HTMLFormElement} form
 * @param {{submit: () => void, mayWrite: () => boolean, changed: () => void}} on
 */
function listen(form, { submit, mayWrite, changed }) {
  form.addEventListener("input", ({ target }) => {
    changed();
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
}
