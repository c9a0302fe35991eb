/** The submission of a form of written texts: progress, what is wrong beside its field, and thanks. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { uuid } from "../common/unique.js";
import { showBanner } from "../sync/banners.js";
import { createSubmission } from "./submission.js";

/**
 * @param {Object} parts
 * @param {string} parts.address  of the assignment in the API
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {import("../sync/sender.js").Sender} parts.sender
 * @param {import("../guided/guided.js").Guided|null} parts.guided  of a guided example
 * @param {string} parts.texts  selector of what must not change while it is sent
 * @param {string} parts.next  selector of the button for the next task
 * @param {() => Record<string, string>} parts.problems  field -> sentence; the server checks again
 * @param {() => Record<string, unknown>} parts.content  what is submitted
 * @param {(send: () => void) => void} [parts.ask]  asks first, where there is something to ask
 */
export function setUpFormSubmission({ address, outbox, sender, guided, texts, next, problems, content, ask = (send) => send() }) {
  const form = need("#writing", HTMLFormElement);
  const button = need("#submit-claims", HTMLButtonElement);
  const state = need("#submit-state", HTMLElement);
  const thanks = need("#thanks", HTMLDialogElement);
  const written = need(texts, HTMLElement, form);
  const progress = {
    /** What is written now would not be submitted, and forgotten with the outbox. @param {string} words */
    sending(words) {
      written.inert = true;
      button.disabled = true;
      state.textContent = words;
    },
    done() {
      if (guided) return location.assign(guided.feedback);
      state.textContent = "";
      thanks.showModal();
      need(next, HTMLButtonElement).focus();
    },
    close() {
      written.inert = false;
      button.disabled = false;
      state.textContent = "";
    },
  };
  const submission = createSubmission(address, outbox, sender, { progress: () => progress, refused });

  /** @param {import("../common/http.js").Refused} refusal */
  function refused({ fields, message }) {
    /** @type {Record<string, string>} */
    const errors = {};
    for (const [field, said] of Object.entries(fields)) {
      const place = placeOf(field);
      if (place) errors[place] = [said].flat().join(" ");
    }
    if (Object.keys(errors).length > 0) show(errors);
    else showBanner("refused", message);
  }

  /** The field's own place, else that of what it belongs to: "claims" of "claims.0.text". @param {string} field */
  function placeOf(field) {
    const paths = field.split(".").map((_, at, parts) => parts.slice(0, parts.length - at).join("."));
    return paths.find((path) => form.querySelector(`[data-errors="${CSS.escape(path)}"]`));
  }

  function send() {
    void sender.flush();
    submission.send("submission", { client_id: uuid(), ...content() });
  }

  function submit() {
    if (button.disabled || !outbox.isWritable()) return;
    const missing = problems();
    show(missing);
    if (Object.keys(missing).length === 0) ask(send);
  }

  /** @param {Record<string, string>} errors */
  function show(errors) {
    for (const place of form.querySelectorAll("[data-errors]")) {
      place.textContent = place instanceof HTMLElement ? (errors[place.dataset.errors ?? ""] ?? "") : "";
      place.closest("[data-field]")?.classList.toggle("is-wrong", place.textContent !== "");
    }
    const said = Object.values(errors);
    if (said.length === 0) return;
    announce([...new Set(said)].join(" "));
    const first = form.querySelector(".is-wrong :is(textarea, select)");
    if (first instanceof HTMLElement) first.focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  thanks.addEventListener("cancel", (event) => event.preventDefault()); // submitted is submitted
  form.addEventListener("input", ({ target }) => {
    const field = target instanceof Element ? target.closest("[data-field]") : null;
    field?.classList.remove("is-wrong");
    const place = field?.querySelector("[data-errors]");
    if (place) place.textContent = "";
  });
  if (outbox.isWritable()) submission.resume();
  return { submit };
}
