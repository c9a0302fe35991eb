/** What is typed into a form outlives a reload, a crash and a session that ended, until it has been saved. */
import { need } from "../common/dom.js";
import { keepText } from "../sync/storage.js";

/** @typedef {HTMLTextAreaElement|HTMLSelectElement} Field */
/** @typedef {Record<string, {base: string, value: string}>} Changes  by name of a field, with the revision it is based on */

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} notice  shown when something is back; its button takes it away again
 */
export function keepChanges(form, notice) {
  const key = `attest:changes:${form.dataset.changesOf}`;
  const refused = form.dataset.refused !== undefined; // what stands here is what was typed, and not what is saved
  const fields = [...form.querySelectorAll("textarea, select")].filter(isOpen);

  function keep() {
    const changed = fields.filter((field) => refused || !saysTheSame(field.value, savedIn(field)));
    /** @type {Changes} */
    const changes = Object.fromEntries(changed.map((field) => [field.name, { base: baseOf(field), value: field.value }]));
    if (changed.length > 0) keepText(key, JSON.stringify(changes));
    else forget(key);
  }

  /** The revision on the page: of another one there is nothing to go on with. @param {Field} field */
  function baseOf(field) {
    return need(`[name="base-${field.name.split("-")[1]}"]`, HTMLInputElement, form).value;
  }

  /** @param {Field} field  @param {Changes} changes  @returns {boolean} whether it had to be changed */
  function bringBack(field, changes) {
    const change = changes[field.name];
    if (change?.base !== baseOf(field) || saysTheSame(String(change.value), savedIn(field))) return false;
    field.value = String(change.value);
    return true;
  }

  if (!refused) {
    const changes = stored(key);
    notice.hidden = !fields.map((field) => bringBack(field, changes)).includes(true);
  }
  keep();
  form.addEventListener("input", keep);
  need("button", HTMLButtonElement, notice).addEventListener("click", () => {
    for (const field of fields) {
      field.value = savedIn(field);
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input"));
    }
    notice.hidden = true;
    keep();
    fields[0]?.focus();
  });
}

/** @param {Element} field  @returns {field is Field} */
function isOpen(field) {
  return (field instanceof HTMLSelectElement && !field.disabled) || (field instanceof HTMLTextAreaElement && !field.readOnly);
}

/** As the server sent it, whatever the browser has put in since. @param {Field} field */
function savedIn(field) {
  if (field instanceof HTMLTextAreaElement) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0]).value;
}

/** Claims are kept on one line. @param {string} one  @param {string} other */
function saysTheSame(one, other) {
  return one.split(/\s+/).join(" ").trim() === other.split(/\s+/).join(" ").trim();
}

/** @param {string} key  @returns {Changes} */
function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {}; // no storage, or not ours to read
  }
}

/** @param {string} key */
function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // no storage: nothing was kept
  }
}
