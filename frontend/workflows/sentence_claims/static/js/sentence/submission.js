/** From written claims and mutations to their being on the server, once. Asks about what is empty. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { uuid } from "../common/unique.js";
import { word } from "../common/words.js";
import { createSubmission } from "../decision/submission.js";
import { showBanner } from "../sync/banners.js";
import { linesOf } from "./draft-shape.js";

/**
 * @param {Object} parts
 * @param {string} parts.address  of the assignment in the API
 * @param {import("./draft-shape.js").SentencePayload} parts.payload
 * @param {import("./sentence-work.js").SentenceWork} parts.work
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {import("../sync/sender.js").Sender} parts.sender
 * @param {import("../guided/guided.js").Guided|null} parts.guided  of a guided example
 */
export function setUpSubmission({ address, payload, work, outbox, sender, guided }) {
  const form = need("#writing", HTMLFormElement);
  const button = need("#submit-claims", HTMLButtonElement);
  const state = need("#submit-state", HTMLElement);
  const steps = need(".sentence-steps", HTMLElement, form);
  const asking = need("#ask-dialog", HTMLDialogElement);
  const thanks = need("#thanks", HTMLDialogElement);
  const progress = {
    /** What is written now would not be submitted, and forgotten with the outbox. @param {string} words */
    sending(words) {
      steps.inert = true;
      button.disabled = true;
      state.textContent = words;
    },
    done() {
      if (guided) return location.assign(guided.feedback);
      state.textContent = "";
      thanks.showModal();
      need("#next-sentence", HTMLButtonElement).focus();
    },
    close() {
      steps.inert = false;
      button.disabled = false;
      state.textContent = "";
    },
  };
  const submission = createSubmission(address, outbox, sender, { progress: () => progress, refused });

  /** @param {import("../common/http.js").Refused} refusal */
  function refused({ fields, message }) {
    const errors = Object.fromEntries(Object.entries(fields).map(([field, said]) => [placeOf(field), [said].flat().join(" ")]));
    if (Object.keys(errors).length > 0) show(errors);
    else showBanner("refused", message);
  }

  /** A claim's own text stands in the first field. @param {string} field */
  function placeOf(field) {
    return form.querySelector(`[data-errors="${CSS.escape(field)}"]`) ? field : "claims";
  }

  function claims() {
    const { text, boxes } = work.body();
    return linesOf(text).map((line, at) => {
      const filled = Object.entries(boxes[at] ?? {}).map(([type, lines]) => [type, linesOf(lines)]);
      return { text: line, mutations: Object.fromEntries(filled.filter(([, lines]) => lines.length > 0)) };
    });
  }

  function submit() {
    if (button.disabled || !outbox.isWritable()) return;
    const written = claims();
    show(written.length === 0 ? { claims: word("noClaims") } : {});
    if (written.length === 0) return;
    const total = written.length * payload.boxes.length;
    const empty = total - written.reduce((sum, { mutations }) => sum + Object.keys(mutations).length, 0);
    const few = written.length < payload.least_claims;
    if (!few && empty === 0) return send();
    need("[data-few]", HTMLElement, asking).textContent = few ? word("fewClaims", { count: written.length, least: payload.least_claims }) : "";
    need("[data-empty]", HTMLElement, asking).textContent = empty ? word("emptyBoxes", { empty, total }) : "";
    if (!work.body().mutating) work.goOn();
    asking.returnValue = "";
    asking.showModal();
  }

  function send() {
    void sender.flush();
    submission.send("submission", { client_id: uuid(), claims: claims() });
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
    const first = form.querySelector(".is-wrong textarea");
    if (first instanceof HTMLElement) first.focus();
  }

  asking.addEventListener("close", () => asking.returnValue === "submit" && send());
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
