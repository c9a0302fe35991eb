/** Sentences beside the fields they are about, whether this page or the server found the mistake. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";

/** Where sets have labels, no challenge is asked for. */
const FIELDS = ["evidence_sets", "verdict", "challenge"].filter((field) => document.querySelector(`[data-errors="${field}"]`));

/** @param {string} field */
function place(field) {
  return need(`[data-errors="${field}"]`, HTMLElement);
}

/** @param {string[]} [fields] */
export function clearErrors(fields = FIELDS) {
  for (const field of fields) {
    place(field).textContent = "";
    place(field).closest("[data-field]")?.classList.remove("is-wrong");
  }
}

/** @param {Record<string, string>} errors  field -> sentence; what has no place of its own goes to the evidence */
export function showErrors(errors) {
  clearErrors();
  for (const [field, message] of Object.entries(errors)) {
    const where = place(FIELDS.includes(field) ? field : "evidence_sets");
    where.textContent = [where.textContent, message].filter(Boolean).join(" ");
    where.closest("[data-field]")?.classList.add("is-wrong");
  }
  announce(Object.values(errors).join(" "));
  const first = document.querySelector(".is-wrong :is(input, select, button)");
  if (first instanceof HTMLElement) first.focus();
}
