/** Rating a system's evidence: keeps what is chosen, submits it once, and can be done by keys alone. */
import { announce } from "./common/announce.js";
import { need } from "./common/dom.js";
import { word } from "./common/words.js";
import { setUpGuidelinesDrawer } from "./layout/guidelines-drawer.js";
import { listenForKeys } from "./layout/keys.js";
import { setUpKeysDialog } from "./layout/keys-dialog.js";
import { keepForm } from "./sync/kept-form.js";

/** @typedef {{major_error: string, verdict: string, scores: Record<string, number>, place: {}}} RatingBody */

const SCORE = "scores.", NO_ERROR = "none";
const shape = {
  /** @param {Partial<RatingBody>} body  @returns {RatingBody} */
  completed: ({ major_error = "", verdict = "", scores = {} }) => ({ major_error, verdict, scores, place: {} }),
  /** @param {RatingBody} one  @param {RatingBody|null} other */
  same: (one, other) => other !== null && content(one) === content(other),
};

/** @param {RatingBody} body  whose scores may be in any order */
const content = ({ major_error, verdict, scores }) => JSON.stringify([major_error, verdict, Object.entries(scores).sort()]);

/** @param {ParentNode} part  @returns {HTMLInputElement[]} */
const radios = (part) => [...part.querySelectorAll("input[type=radio]")].map((one) => /** @type {HTMLInputElement} */ (one));

/** What is chosen, scales that are off included: they are on again once there is no major error. @param {HTMLFormElement} form */
function written(form) {
  const chosen = Object.fromEntries(radios(form).filter(({ checked }) => checked).map(({ name, value }) => [name, value]));
  const scores = Object.entries(chosen).filter(([name]) => name.startsWith(SCORE)).map(([name, value]) => [name.slice(SCORE.length), Number(value)]);
  return shape.completed({ major_error: chosen.major_error, verdict: chosen.verdict, scores: Object.fromEntries(scores) });
}

/** @param {HTMLFormElement} form  @param {RatingBody} body */
function fill(form, { major_error, verdict, scores }) {
  /** @type {Record<string, string>} */
  const values = { major_error, verdict };
  for (const [name, point] of Object.entries(scores)) values[SCORE + name] = String(point);
  for (const radio of radios(form)) radio.checked = values[radio.name] === radio.value;
  draw(form, major_error);
}

/** With a major error there are no scales, and there need be no verdict. @param {HTMLFormElement} form  @param {string} error */
function draw(form, error) {
  const hasError = error !== "" && error !== NO_ERROR;
  for (const scale of form.querySelectorAll("fieldset[data-scale]")) for (const radio of radios(scale)) radio.disabled = hasError;
  need("[data-no-scales]", HTMLElement, form).hidden = !hasError;
  const none = need("[data-no-verdict]", HTMLElement, form), [radio] = radios(none);
  none.hidden = !hasError;
  radio.disabled = !hasError;
  radio.checked = hasError && !radios(form).some(({ name, checked, value }) => name === "verdict" && checked && value !== "");
}

/** @param {RatingBody} body */
function submitted({ major_error, verdict, scores }) {
  return { major_error, verdict, scores: major_error === NO_ERROR ? scores : {} };
}

const form = need("#panel", HTMLFormElement), undoButton = need("#undo", HTMLButtonElement);
/** @type {RatingBody[]} */
let done = [];
/** @type {RatingBody[]} */
let undone = [];
/** @type {RatingBody} */
let current = shape.completed({});

form.addEventListener("input", () => {
  draw(form, written(form).major_error);
  const now = written(form);
  if (shape.same(now, current)) return;
  done.push(current);
  undone = [];
  current = now;
  undoButton.disabled = false;
}, { capture: true });

/** @param {RatingBody[]} from  @param {RatingBody[]} to  @param {"undone"|"redone"} said */
function step(from, to, said) {
  const body = from.pop();
  if (!body || form.inert) return;
  to.push(current);
  current = body;
  fill(form, body);
  form.dispatchEvent(new InputEvent("input")); // by which the form is kept
  undoButton.disabled = done.length === 0;
  announce(word(said));
}

const groups = () => [...form.querySelectorAll("fieldset")].filter((group) => radios(group).some(({ disabled }) => !disabled));
const focused = () => groups().find((group) => group.contains(document.activeElement));

/** To what is chosen in a group, else to its first choice. @param {HTMLFieldSetElement|undefined} group */
function enter(group) {
  if (!group) return;
  const choices = radios(group).filter(({ disabled }) => !disabled);
  (choices.find(({ checked }) => checked) ?? choices[0]).focus();
  group.scrollIntoView({ block: "nearest" });
}

/** @param {number} by */
function go(by) {
  const all = groups(), at = all.findIndex((group) => group === focused());
  enter(at < 0 ? all[0] : all[Math.min(Math.max(at + by, 0), all.length - 1)]);
}

/** @param {number} number */
function choose(number) {
  const group = focused() ?? groups().find((one) => !radios(one).some(({ checked }) => checked)) ?? groups()[0];
  const choice = radios(group).filter(({ disabled }) => !disabled)[number - 1];
  if (!choice || form.inert) return;
  choice.click();
  choice.focus();
}

form.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by || !focused() || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault(); // the browser would choose the next of the group, as it does with left and right
  go(by);
});
undoButton.addEventListener("click", () => step(done, undone, "undone"));

const openKeys = setUpKeysDialog(), openGuidelines = setUpGuidelinesDrawer();
await keepForm({ shape, written, fill, submitted });
current = written(form);
need("#workspace", HTMLElement).dataset.ready = "true";
listenForKeys({
  g: openGuidelines,
  "?": openKeys,
  "ctrl+z": () => step(done, undone, "undone"),
  "ctrl+shift+z": () => step(undone, done, "redone"),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [String(number), () => choose(number)])),
});
