/** The dialog before submission: the sentences to confirm, or the pairs and the verdict read once more. */
import { make, need } from "../common/dom.js";
import { submitted } from "./fields.js";

/** @typedef {import("./fields.js").Fields} Fields */

/**
 * Ask for the sentences that the claims call for; each has to be ticked.
 * @param {import("./fields.js").Confirmation[]} confirmations
 */
export function drawSentences(confirmations) {
  const place = need("#confirm-lines", HTMLElement);
  place.replaceChildren(
    ...confirmations.map(({ name, sentence }) => make("label", { class: "choice-line" }, make("input", { type: "checkbox", name: "confirmed", value: name, required: true }), ` ${sentence}`)),
  );
}

/**
 * Show the pairs as others will read them.
 * @param {Fields} fields
 * @param {import("./draft-shape.js").AnswersBody} body
 */
export function drawPairs(fields, { questions, verdict }) {
  const pairs = questions.map((question) => make("li", {}, make("p", { class: "read-question", dir: "auto" }, question.question), ...question.answers.map((answer) => readAnswer(fields, answer))));
  need("#confirm-lines", HTMLElement).replaceChildren(make("ol", { class: "read-pairs" }, ...pairs));
  for (const input of need("#confirm-verdict", HTMLElement).querySelectorAll("input")) input.checked = input.value === verdict;
}

/** @param {Fields} fields  @param {import("./draft-shape.js").Answer} answer */
function readAnswer(fields, answer) {
  const one = submitted(fields, answer);
  const text = one.boolean_explanation ? `${one.answer}. ${one.boolean_explanation}` : one.answer;
  const source = "url" in one.source && one.source.url ? one.source.url : "element" in one.source ? one.source.element : "";
  return make("p", { class: "read-answer", dir: "auto" }, text, source ? make("span", { class: "read-source" }, source) : null);
}
