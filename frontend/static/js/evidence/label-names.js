/** Labels as people read them: the names and marks that the page has beside its verdicts. */
import { make } from "../common/dom.js";

/** @param {string} label */
function choice(label) {
  const radio = document.querySelector(`#decision input[name="verdict"][value="${CSS.escape(label)}"]`);
  return radio instanceof HTMLInputElement ? radio : null;
}

/** @param {string} label  @returns {string} "" of none */
export function labelName(label) {
  return label ? (choice(label)?.dataset.name ?? label) : "";
}

/** @param {string} label  @returns {HTMLElement|null} its mark and name; null of none */
export function labelMark(label) {
  if (!label) return null;
  return make("span", { class: `set-label ${choice(label)?.dataset.style ?? ""}` }, labelName(label));
}
