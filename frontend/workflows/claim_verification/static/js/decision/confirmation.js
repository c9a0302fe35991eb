/** The dialog in which a person reads everything once more, sends it, and is thanked. */
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { labelMark } from "../evidence/label-names.js";
import { labelOf, verdictOf } from "../evidence/labels.js";
import { checklistOf } from "../claim/claim-checklist.js";
import { evidenceSummary } from "./evidence-summary.js";

/** @typedef {"confirm"|"sending"|"done"} Stage */
/** @typedef {(set: number) => import("../claim/claim-checklist.js").Check[]} Checks */
/** @typedef {ReturnType<typeof createConfirmation>} Confirmation */

/** @param {{confirmed: (opensNext: boolean) => void, adjusted: () => void}} hear  `opensNext`: the next claim is asked for as soon as this one is submitted */
export function createConfirmation({ confirmed, adjusted }) {
  const dialog = need("#confirmation", HTMLDialogElement);
  const back = need("#confirm-back", HTMLButtonElement);
  const submit = need("#confirm-submit", HTMLButtonElement);
  const submitAndNext = document.querySelector("#confirm-submit-next"); // not for a change
  const state = need("#confirm-state", HTMLElement);
  const warned = need("#confirm-warnings", HTMLElement);
  /** @type {Stage} */
  let stage = "confirm";
  /** Shows the evidence anew. */
  let redraw = () => {};

  /** @param {Stage} next */
  function enter(next) {
    stage = next;
    dialog.dataset.stage = next;
    for (const button of dialog.querySelectorAll(".confirm-actions button")) if (button instanceof HTMLButtonElement) button.disabled = next === "sending";
    if (!dialog.open) dialog.showModal();
  }

  back.addEventListener("click", () => {
    dialog.close();
    adjusted();
  });
  submit.addEventListener("click", () => confirmed(false));
  submitAndNext?.addEventListener("click", () => confirmed(true));
  dialog.addEventListener("cancel", (event) => {
    if (stage === "confirm") adjusted();
    else event.preventDefault();
  });

  return {
    /**
     * @param {import("../types.js").DraftBody} body
     * @param {{verdict: string, challenge: string}} names
     * @param {string[]} warnings
     * @param {(id: string) => import("../types.js").Excerpt|null} excerptOf
     * @param {Checks} checks
     */
    ask(body, names, warnings, excerptOf, checks) {
      need("[data-verdict]", HTMLElement, dialog).textContent = names.verdict;
      need("[data-verdict]", HTMLElement, dialog).dataset.verdict = verdictOf(body);
      const challenge = dialog.querySelector("[data-challenge]"); // none where sets have labels
      if (challenge) challenge.textContent = names.challenge;
      need("[data-unsure]", HTMLElement, dialog).hidden = !body.unsure;
      warned.replaceChildren(...warnings.map((warning) => make("li", {}, warning)));
      warned.hidden = warnings.length === 0;
      redraw = () => need("#confirm-sets", HTMLElement).replaceChildren(...setsOf(body, excerptOf, checks));
      redraw();
      state.textContent = "";
      enter("confirm");
      (submitAndNext instanceof HTMLButtonElement ? submitAndNext : submit).focus();
    },
    /** What was not loaded yet when it was asked for may be there now. */
    refresh: () => redraw(),
    /** @param {string} words */
    sending(words) {
      state.textContent = shown(words);
      enter("sending");
    },
    /** Asks for the next claim, as its button does. */
    openNext: () => need("#next-claim", HTMLButtonElement).click(),
    /** @param {string} [words]  instead of the usual ones */
    done(words) {
      if (words) need("#thanks-words", HTMLElement).textContent = words;
      enter("done");
      need("#next-claim", HTMLButtonElement).focus();
    },
    close: () => dialog.close(),
    /** For the page, as by the button. */
    leave: () => back.click(),
  };
}

/**
 * @param {import("../types.js").DraftBody} body
 * @param {(id: string) => import("../types.js").Excerpt|null} excerptOf
 * @param {Checks} checks
 */
function setsOf(body, excerptOf, checks) {
  const { sets, dropped, added, joined, looks } = body;
  /** @param {number} number */
  const refined = (number) => ({ dropped: dropped?.[number] ?? {}, added: added?.[number] ?? {}, joined: joined?.[number] ?? {} });
  return sets.flatMap((ids, number) => {
    if (ids.length === 0) return [];
    const name = looks?.[number]?.name || word("setNumber", { number: number + 1 });
    const heading = make("h3", {}, make("span", { class: "set-swatch", "aria-hidden": "true" }), shown(name), " ", labelMark(labelOf(body, number)));
    const evidence = evidenceSummary(ids, refined(number), excerptOf);
    return [make("section", { class: "confirm-set", "data-colour": looks?.[number]?.colour ?? null }, heading, checklistOf(checks(number)), evidence)];
  });
}
