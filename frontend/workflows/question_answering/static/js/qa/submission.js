/** From cards to their being on the server, once: what is missing is said at its field, the rest is read and confirmed. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { uuid } from "../common/unique.js";
import { word } from "../common/words.js";
import { createSubmission } from "../decision/submission.js";
import { showBanner } from "../sync/banners.js";

/** @typedef {{id: string, name: string, message: string}} Said  `id` of a card; "" for the form itself */

/**
 * @param {Object} parts
 * @param {string} parts.address  of the assignment in the API
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {import("../sync/sender.js").Sender} parts.sender
 * @param {() => Said[]} parts.problems  what is missing
 * @param {() => {id: string}[]} parts.items  of the first level, in their order: the server names cards by number
 * @param {(problems: Said[]) => void} parts.showOnCards
 * @param {() => boolean} parts.ask  draws the dialog; false where nothing is to be confirmed
 * @param {() => Record<string, unknown>} parts.submitted
 * @param {{revision: number}|null} parts.changes  what was submitted and is changed
 */
export function setUpSubmission({ address, outbox, sender, problems, items, showOnCards, ask, submitted, changes }) {
  const form = need("#work-form", HTMLFormElement);
  const button = need("#submit-work", HTMLButtonElement);
  const state = need("#submit-state", HTMLElement);
  const dialog = need("#confirm-dialog", HTMLDialogElement);
  const thanks = need("#thanks", HTMLDialogElement);
  const parts = need("#work-parts", HTMLElement);

  /** What is written now would not be submitted, and forgotten with the outbox. @param {boolean} isSending  @param {string} words */
  function enter(isSending, words) {
    parts.inert = isSending;
    button.disabled = isSending;
    state.textContent = words;
  }
  const progress = {
    /** @param {string} words */
    sending: (words) => enter(true, words),
    done() {
      if (changes) return location.assign(location.pathname); // which shows what was submitted
      state.textContent = "";
      thanks.showModal();
      need("#next-task", HTMLButtonElement).focus();
    },
    close: () => enter(false, ""),
  };
  const submission = createSubmission(address, outbox, sender, { progress: () => progress, refused });

  /** @param {import("../common/http.js").Refused} refusal */
  function refused({ fields, message }) {
    const said = Object.entries(fields).map(([place, words]) => ({ ...placeOf(place), message: [words].flat().join(" ") }));
    const known = said.filter(({ id, name }) => hasPlace(id, name));
    const other = said.filter((one) => !known.includes(one)).map((one) => one.message);
    show(known);
    if (known.length === 0 || other.length > 0) showBanner("refused", [...new Set(other)].join(" ") || message);
  }

  /** "questions.1.answers.0.source" -> the second answer's card and its field. @param {string} place */
  function placeOf(place) {
    const [list, first, inside, second, ...rest] = place.split(".");
    const outer = /** @type {any} */ (items()[Number(first)]);
    if (first === undefined || !outer) return { id: "", name: list };
    if (second === undefined) return { id: outer.id, name: inside ?? "" };
    const inner = outer[inside]?.[Number(second)];
    return inner ? { id: inner.id, name: rest[0] ?? "" } : { id: outer.id, name: inside };
  }

  /** @param {string} id  @param {string} name */
  function hasPlace(id, name) {
    const within = id ? document.querySelector(`[data-item="${CSS.escape(id)}"]`) : form;
    return within?.querySelector(`[data-error="${CSS.escape(name)}"]`) != null;
  }

  /** @param {Said[]} said */
  function show(said) {
    showOnCards(said);
    for (const place of form.querySelectorAll("[data-error]")) {
      if (!(place instanceof HTMLElement) || place.closest("[data-item]")) continue;
      const own = said.find(({ id, name }) => !id && name === place.dataset.error);
      place.textContent = own?.message ?? "";
      place.closest("[data-field]")?.classList.toggle("is-wrong", Boolean(own));
    }
    if (said.length === 0) return;
    state.textContent = word("problemCount", { count: said.length });
    announce([...new Set(said.map(({ message }) => message))].join(" "));
    const first = form.querySelector(".is-wrong :is(textarea, input, select):not([hidden])");
    if (first instanceof HTMLElement) first.focus();
  }

  function submit() {
    if (button.disabled || !outbox.isWritable()) return;
    const said = problems();
    state.textContent = "";
    show(said);
    if (said.length > 0) return;
    if (!ask()) return send();
    dialog.returnValue = "";
    dialog.showModal();
  }

  function send() {
    void sender.flush();
    const content = { client_id: uuid(), ...submitted() };
    if (changes) submission.send("revision", { base_revision: changes.revision, ...content });
    else submission.send("submission", content);
  }

  dialog.addEventListener("close", () => dialog.returnValue === "submit" && send());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  thanks.addEventListener("cancel", (event) => event.preventDefault()); // submitted is submitted
  if (outbox.isWritable()) submission.resume();
  return { submit };
}
