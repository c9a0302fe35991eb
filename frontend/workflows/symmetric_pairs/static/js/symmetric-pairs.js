/** The contrary of a pair: keeps what a writer types, and submits it. */
import { pageJson } from "./common/page-json.js";
import { keepForm } from "./sync/kept-form.js";

/** @typedef {{claim: string, evidence: string, place: {}}} ContraryBody */

const original = pageJson("#assignment"); // whose words are kept where they can be
const shape = {
  /** @param {Partial<ContraryBody>} body  @returns {ContraryBody} */
  completed: ({ claim = original.claim, evidence = original.evidence }) => ({ claim, evidence, place: {} }),
  /** @param {ContraryBody} one  @param {ContraryBody|null} other */
  same: (one, other) => other !== null && one.claim === other.claim && one.evidence === other.evidence,
};

/** @param {HTMLFormElement} form */
const written = (form) => shape.completed(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])));

/**
 * @param {HTMLFormElement} form
 * @param {ContraryBody} body
 */
function fill(form, { claim, evidence }) {
  /** @type {Record<string, string>} */
  const values = { claim, evidence };
  for (const field of form.elements) if (field instanceof HTMLTextAreaElement) field.value = values[field.name] ?? "";
}

/** @param {ContraryBody} body */
const submitted = ({ claim, evidence }) => ({ claim, evidence });

await keepForm({ shape, written, fill, submitted });
