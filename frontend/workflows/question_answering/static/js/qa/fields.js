/** What the fields file of the project says of answers, as the payload brings it. Pure. */

/** @typedef {{value: string, label: string, tooltip: string}} Choice */
/** @typedef {Choice & {form: "text"|"choice"|"none", choices: string[], text: string}} AnswerType  `none`: the answer is always `text` */
/** @typedef {Choice & {source: "address"|"metadata"}} Medium */
/** @typedef {{always: boolean, filled: string, any_type: string[], any_strategy: string[], only_strategy: string[]}} Condition */
/** @typedef {{name: string, sentence: string, when: Condition}} Confirmation */
/** @typedef {Record<string, {label: string, tooltip: string, required: boolean, longest: number}>} Texts  by name of a field; `longest` 0: without limit */
/**
 * @typedef {Object} Fields
 * @property {Choice[]} verdicts
 * @property {AnswerType[]} answer_types
 * @property {Medium[]} media
 * @property {Choice[]} question_problems
 * @property {Choice[]} answer_problems
 * @property {Confirmation[]} confirmations  of this phase
 * @property {Texts} claim
 * @property {Texts} question
 * @property {{questions_if_all_unanswerable: number, bare_answers: string[]}} gates
 * @property {{timeout_seconds: number}} limits
 */
/** @typedef {import("./draft-shape.js").Answer} Answer */
/** @typedef {import("./draft-shape.js").Question} Question */
/** @typedef {import("./draft-shape.js").Claim} Claim */

/** @param {Fields} fields  @param {string} value  @returns {AnswerType|null} */
export const typeOf = (fields, value) => fields.answer_types.find((type) => type.value === value) ?? null;

/** @param {Fields} fields  @param {Answer} answer */
export function isMetadata(fields, answer) {
  return fields.media.find(({ value }) => value === answer.source_medium)?.source === "metadata";
}

/** The answer as it is submitted: without what its type does not ask for. @param {Fields} fields  @param {Answer} answer  @returns {Answer} */
export function submitted(fields, answer) {
  const type = typeOf(fields, answer.answer_type);
  const { id, answer_type } = answer;
  if (type?.form === "none") return { id, answer: type.text, answer_type, boolean_explanation: "", source: { kind: "none" }, source_medium: "" };
  return {
    id,
    answer: answer.answer.trim(),
    answer_type,
    boolean_explanation: type?.form === "choice" ? answer.boolean_explanation.trim() : "",
    source: isMetadata(fields, answer) ? { kind: "metadata" } : withoutMetadata(answer.source),
    source_medium: answer.source_medium,
  };
}

/** @param {Answer["source"]} source  @returns {Answer["source"]} */
function withoutMetadata(source) {
  if (source.kind === "url") return source.url.trim() ? { kind: "url", url: source.url.trim() } : { kind: "none" };
  return source.kind === "page" ? { kind: "page", element: source.element, url: source.url } : { kind: "none" };
}

/** Whether every answer says that there is none, with fewer questions than the project wants then. @param {Fields} fields  @param {Question[]} questions */
export function isUnanswered(fields, questions) {
  const answers = questions.flatMap((question) => question.answers);
  const none = answers.length > 0 && answers.every(({ answer_type }) => typeOf(fields, answer_type)?.form === "none");
  return none && questions.length < fields.gates.questions_if_all_unanswerable;
}

/** The word that is all there is of an answer in words, as it was written; "" for any other. @param {Fields} fields  @param {Answer} answer */
export function bareWord(fields, { answer, answer_type }) {
  const said = answer.trim().replace(/[.!]+$/, "").toLowerCase();
  const isText = typeOf(fields, answer_type)?.form === "text";
  return isText && fields.gates.bare_answers.includes(said) ? answer.trim() : "";
}

/** The confirmations that these claims call for. @param {Fields} fields  @param {Claim[]} claims */
export function confirmationsOf(fields, claims) {
  return fields.confirmations.filter(({ when }) => claims.some((claim) => holds(when, claim)));
}

/** As `Condition.holds` of the server. @param {Condition} when  @param {Claim} claim */
function holds(when, claim) {
  const [types, strategies] = [[claim.claim_types].flat(), [claim.fact_checking_strategies].flat()];
  return (
    when.always ||
    (when.filled !== "" && [claim[when.filled]].flat().some(Boolean)) ||
    types.some((type) => when.any_type.includes(type)) ||
    strategies.some((strategy) => when.any_strategy.includes(strategy)) ||
    (when.only_strategy.length > 0 && strategies.length > 0 && strategies.every((strategy) => when.only_strategy.includes(strategy)))
  );
}
