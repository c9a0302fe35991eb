/** Judging a claim from its questions and answers alone: keeps what is chosen and written, and submits it once. */
import { need } from "./common/dom.js";
import { listenForKeys } from "./layout/keys.js";
import { setUpGuidelinesDrawer } from "./layout/guidelines-drawer.js";
import { setUpKeysDialog } from "./layout/keys-dialog.js";
import { nameCountries } from "./qa/countries.js";
import { keepForm } from "./sync/kept-form.js";

/** @typedef {{unreadable: boolean, verdict: string, justification: string, problems: Record<string, string[]>, place: {}}} JudgingBody */

const PROBLEM = "problems.";
const shape = {
  /** @param {Partial<JudgingBody>} body  @returns {JudgingBody} */
  completed: ({ unreadable = false, verdict = "", justification = "", problems = {} }) => ({ unreadable, verdict, justification, problems, place: {} }),
  /** @param {JudgingBody} one  @param {JudgingBody|null} other */
  same: (one, other) => other !== null && content(one) === content(other),
};

/** @param {JudgingBody} body  whose problems may be in any order */
function content({ unreadable, verdict, justification, problems }) {
  return JSON.stringify([unreadable, verdict, justification, Object.entries(problems).sort()]);
}

/** @param {HTMLFormElement} form  @returns {JudgingBody} */
function written(form) {
  const given = new FormData(form);
  /** @type {Record<string, string[]>} */
  const problems = {};
  for (const [name, value] of given) {
    if (name.startsWith(PROBLEM)) (problems[name.slice(PROBLEM.length)] ??= []).push(String(value));
  }
  return shape.completed({
    unreadable: given.has("unreadable"),
    verdict: chosen,
    justification: String(given.get("justification") ?? ""),
    problems,
  });
}

/** The verdict stays chosen in the draft while the claim is marked as unreadable, so that unmarking brings it back. */
let chosen = "";

/** @param {HTMLFormElement} form  @param {JudgingBody} body */
function fill(form, { unreadable, verdict, justification, problems }) {
  chosen = verdict;
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement) field.value = justification;
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.name === "verdict") field.checked = field.value === verdict;
    else if (field.name === "unreadable") field.checked = unreadable;
    else if (field.name.startsWith(PROBLEM)) field.checked = (problems[field.name.slice(PROBLEM.length)] ?? []).includes(field.value);
  }
  for (const named of form.querySelectorAll("details.problem-choices:has(:checked)")) if (named instanceof HTMLDetailsElement) named.open = true;
  drawUnreadable(form);
}

/** @param {HTMLFormElement} form */
function drawUnreadable(form) {
  const unreadable = need("[name=unreadable]", HTMLInputElement, form).checked;
  for (const input of form.querySelectorAll("input[name=verdict]")) {
    if (!(input instanceof HTMLInputElement)) continue;
    input.disabled = unreadable;
    input.checked = !unreadable && input.value === chosen;
  }
}

/** @param {JudgingBody} body */
const submitted = ({ unreadable, verdict, justification, problems }) => ({ unreadable, verdict: unreadable ? "" : verdict, justification: justification.trim(), problems });

const form = need("#panel", HTMLFormElement);
form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "verdict") chosen = target.value;
  drawUnreadable(form);
}, { capture: true });
form.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "verdict") chosen = target.value; // before the form is read
}, { capture: true });

nameCountries();
const openKeys = setUpKeysDialog();
const openGuidelines = setUpGuidelinesDrawer();
const cards = [...form.querySelectorAll(".read-card")].map((card) => /** @type {HTMLElement} */ (card));

/** @param {number} by */
function go(by) {
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  cards[at < 0 ? 0 : Math.min(Math.max(at + by, 0), cards.length - 1)]?.focus();
}

await keepForm({ shape, written, fill, submitted });
need("#workspace", HTMLElement).dataset.ready = "true";
listenForKeys({
  g: openGuidelines,
  "?": openKeys,
  "[": () => go(-1),
  "]": () => go(1),
  j: () => need("[name=justification]", HTMLTextAreaElement, form).focus(),
  ...Object.fromEntries([...form.querySelectorAll("input[name=verdict]")].map((input, at) => [String(at + 1), () => /** @type {HTMLInputElement} */ (input).click()])),
});
document.addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape" && target instanceof HTMLTextAreaElement && !document.querySelector("dialog[open]")) target.blur();
});
