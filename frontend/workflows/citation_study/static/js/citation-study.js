/** Comparing two sources: keeps what is chosen, submits it once, and can be done by keys alone. */
import { announce } from "./common/announce.js";
import { need } from "./common/dom.js";
import { word } from "./common/words.js";
import { setUpGuidelinesDrawer } from "./layout/guidelines-drawer.js";
import { listenForKeys } from "./layout/keys.js";
import { setUpKeysDialog } from "./layout/keys-dialog.js";
import { keepForm } from "./sync/kept-form.js";

/** @typedef {{grade: string, reason: string}} Said */
/** @typedef {{choice: string, left: Said, right: Said, place: {}}} StudyBody */

const ENOUGH = "enough";
const SIDES = /** @type {const} */ (["left", "right"]);
const nothing = () => ({ grade: "", reason: "" });
const shape = {
  /** @param {Partial<StudyBody>} body  @returns {StudyBody} */
  completed: ({ choice = "", left = nothing(), right = nothing() }) => ({ choice, left, right, place: {} }),
  /** @param {StudyBody} one  @param {StudyBody|null} other */
  same: (one, other) => other !== null && content(one) === content(other),
};

/** @param {StudyBody} body */
const content = ({ choice, left, right }) => JSON.stringify([choice, left.grade, left.reason, right.grade, right.reason]);

/** @param {ParentNode} part  @returns {HTMLInputElement[]} */
const radios = (part) => [...part.querySelectorAll("input[type=radio]")].map((one) => /** @type {HTMLInputElement} */ (one));

/** @param {HTMLFormElement} form */
function written(form) {
  /** @type {Record<string, string>} */
  const chosen = Object.fromEntries(radios(form).filter(({ checked }) => checked).map(({ name, value }) => [name, value]));
  const [left, right] = SIDES.map((side) => ({ grade: chosen[`${side}.grade`] ?? "", reason: chosen[`${side}.reason`] ?? "" }));
  return shape.completed({ choice: chosen.choice, left, right });
}

/** @param {HTMLFormElement} form  @param {StudyBody} body */
function fill(form, body) {
  /** @type {Record<string, string>} */
  const values = { choice: body.choice };
  for (const side of SIDES) for (const [name, value] of Object.entries(body[side])) values[`${side}.${name}`] = value;
  for (const radio of radios(form)) radio.checked = values[radio.name] === radio.value;
  draw(form, body);
}

/** Why a source is not enough is asked where it is not. @param {HTMLFormElement} form  @param {StudyBody} body */
function draw(form, body) {
  for (const side of SIDES) {
    const reasons = need(`[data-reasons=${side}]`, HTMLFieldSetElement, form), { grade } = body[side];
    reasons.disabled = grade === "" || grade === ENOUGH;
  }
}

/** @param {StudyBody} body */
function submitted({ choice, left, right }) {
  const [first, second] = [left, right].map(({ grade, reason }) => ({ grade, reason: grade === ENOUGH ? "" : reason }));
  return { choice, left: first, right: second };
}

const form = need("#panel", HTMLFormElement), undoButton = need("#undo", HTMLButtonElement);
/** @type {StudyBody[]} */
let done = [];
/** @type {StudyBody[]} */
let undone = [];
let current = shape.completed({});

form.addEventListener("input", () => {
  const now = written(form);
  draw(form, now);
  if (shape.same(now, current)) return;
  done.push(current);
  undone = [];
  current = now;
  undoButton.disabled = false;
}, { capture: true });

/** @param {StudyBody[]} from  @param {StudyBody[]} to  @param {"undone"|"redone"} said */
function step(from, to, said) {
  const body = form.inert ? undefined : from.pop();
  if (!body) return;
  to.push(current);
  current = body;
  fill(form, body);
  form.dispatchEvent(new InputEvent("input")); // by which the form is kept
  undoButton.disabled = done.length === 0;
  announce(word(said));
}

const groups = () => [...form.querySelectorAll("fieldset")].filter((group) => !group.disabled);
const focused = () => groups().find((group) => group.contains(document.activeElement));

/** To what is chosen in a group, else to its first choice. @param {HTMLFieldSetElement|undefined} group */
function enter(group) {
  if (!group) return;
  const choices = radios(group);
  (choices.find(({ checked }) => checked) ?? choices[0]).focus();
  group.scrollIntoView({ block: "nearest" });
}

/** @param {number} by */
function go(by) {
  const all = groups(), at = all.findIndex((group) => group === focused());
  enter(at < 0 ? all[0] : all[Math.min(Math.max(at + by, 0), all.length - 1)]);
}

/** Reasons may stay open: without a focus they are passed over. @param {number} number */
function choose(number) {
  const asked = groups().filter((group) => !group.matches("[data-reasons]"));
  const group = focused() ?? asked.find((one) => !radios(one).some(({ checked }) => checked)) ?? asked[0];
  const choice = radios(group)[number - 1];
  if (!choice || form.inert) return;
  const isFirst = !radios(group).some(({ checked }) => checked);
  choice.click();
  choice.focus();
  const open = asked.find((one) => !radios(one).some(({ checked }) => checked));
  if (isFirst && open) enter(open); // three digits answer the three questions
}

form.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by || !focused() || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault(); // the browser would choose the next of the group, as it does with left and right
  go(by);
});
undoButton.addEventListener("click", () => step(done, undone, "undone"));

/** Scroll what holds a mark until the mark is in sight; the rest is a key away. @param {string} holders  @param {string} marks */
function showMarks(holders, marks) {
  for (const holder of document.querySelectorAll(holders)) {
    const mark = holder.querySelector(marks);
    if (!(holder instanceof HTMLElement) || !mark) continue;
    if (holder.scrollHeight > holder.clientHeight) holder.tabIndex = 0; // by keys too
    const { top, bottom } = holder.getBoundingClientRect(), place = mark.getBoundingClientRect();
    if (place.bottom > bottom) holder.scrollTop += place.top - top - Math.max(0, holder.clientHeight - place.height) / 2;
  }
}

showMarks(".study-claim", ".study-mark");
showMarks(".study-source", ".study-best");
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
