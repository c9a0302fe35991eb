/** The screening test: keeps what a candidate chooses and writes, and submits it once. */
import { keepForm } from "./sync/kept-form.js";

/** @typedef {{answers: Record<string, number>, summary: string, mutation: string, mutated: string, place: {}}} TestBody */

const ANSWER = "answers.";
const shape = {
  /** @param {Partial<TestBody>} body  @returns {TestBody} */
  completed: ({ answers = {}, summary = "", mutation = "", mutated = "" }) => ({ answers, summary, mutation, mutated, place: {} }),
  /** @param {TestBody} one  @param {TestBody|null} other */
  same: (one, other) => other !== null && content(one) === content(other),
};

/** @param {TestBody} body  whose answers may be in any order */
function content({ answers, summary, mutation, mutated }) {
  return JSON.stringify([Object.entries(answers).sort(), summary, mutation, mutated]);
}

/** @param {HTMLFormElement} form  @returns {TestBody} */
function written(form) {
  const fields = [...new FormData(form)].map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]));
  const answers = fields.filter(([name]) => name.startsWith(ANSWER));
  return shape.completed({
    ...Object.fromEntries(fields.filter(([name]) => !name.startsWith(ANSWER))),
    answers: Object.fromEntries(answers.map(([name, value]) => [name.slice(ANSWER.length), Number(value)])),
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {TestBody} body
 */
function fill(form, { answers, summary, mutation, mutated }) {
  const named = Object.entries(answers).map(([id, choice]) => [ANSWER + id, String(choice)]);
  /** @type {Record<string, string>} */
  const values = { ...Object.fromEntries(named), summary, mutation, mutated };
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement) field.value = values[field.name] ?? "";
    if (field instanceof HTMLInputElement) field.checked = values[field.name] === field.value;
  }
}

/** @param {TestBody} body */
const submitted = ({ answers, summary, mutation, mutated }) => ({ answers, summary, mutation, mutated });

await keepForm({ shape, written, fill, submitted });
