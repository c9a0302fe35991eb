/** From three written claims to their being on the server, once. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { uuid } from "../common/unique.js";
import { word } from "../common/words.js";
import { createSubmission } from "../decision/submission.js";
import { showBanner } from "../sync/banners.js";
import { TYPES } from "./draft-shape.js";

/**
 * @param {Object} parts
 * @param {string} parts.address  of the assignment in the API
 * @param {import("./writing-work.js").WritingWork} parts.work
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {import("../sync/sender.js").Sender} parts.sender
 * @param {import("../guided/guided.js").Guided|null} parts.guided  of a guided example
 */
export function setUpSubmission({ address, work, outbox, sender, guided }) {
  const form = need("#writing", HTMLFormElement);
  const button = need("#submit-claims", HTMLButtonElement);
  const state = need("#submit-state", HTMLElement);
  const thanks = need("#thanks", HTMLDialogElement);
  const cards = need(".claim-cards", HTMLElement, form);
  const dialog = {
    /** What is written now would not be submitted, and forgotten with the outbox. @param {string} words */
    sending(words) {
      cards.inert = true;
      button.disabled = true;
      state.textContent = words;
    },
    done() {
      if (guided) return location.assign(guided.feedback);
      state.textContent = "";
      thanks.showModal();
      need("#next-highlight", HTMLButtonElement).focus();
    },
    close() {
      cards.inert = false;
      button.disabled = false;
      state.textContent = "";
    },
  };
  const submission = createSubmission(address, outbox, sender, { progress: () => dialog, refused });

  /** @param {import("../common/http.js").Refused} refusal */
  function refused({ fields, message }) {
    const sentences = Object.entries(fields).map(([field, said]) => [field, [said].flat().join(" ")]);
    if (sentences.length > 0) show(Object.fromEntries(sentences));
    else showBanner("refused", message);
  }

  function submit() {
    if (button.disabled || !outbox.isWritable()) return;
    const missing = problems();
    show(missing);
    if (Object.keys(missing).length > 0) return;
    void sender.flush();
    submission.send("submission", { client_id: uuid(), claims: work.body().claims });
  }

  /** @returns {Record<string, string>} field -> sentence; the server checks again */
  function problems() {
    /** @type {Record<string, string>} */
    const found = {};
    for (const type of TYPES) {
      const { text, challenge } = work.body().claims[type];
      if (!text.trim()) found[`claims.${type}.text`] = word("textMissing");
      if (!challenge) found[`claims.${type}.challenge`] = word("challengeMissing");
    }
    return found;
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
  work.onChange(({ kind, type }) => {
    if (kind !== "text" && kind !== "challenge") return;
    const place = form.querySelector(`[data-errors="claims.${type}.${kind}"]`);
    if (place) place.textContent = "";
    place?.closest("[data-field]")?.classList.remove("is-wrong");
  });
  if (outbox.isWritable()) submission.resume();
  return { submit };
}
