/** Marks on the pairs of a former phase: what became of each, word by word, and what was deleted, to be restored. */
import { make, need } from "../common/dom.js";
import { word } from "../common/words.js";
import { marked } from "./card-fields.js";
import { changeOfAnswer, changeOfQuestion, deletedOf, sourceText } from "./changes.js";
import { wordDiff } from "./word-diff.js";

/** @typedef {import("./draft-shape.js").Question & {problems?: string[]}} Former */
/** @typedef {import("./draft-shape.js").Answer & {problems?: string[]}} FormerAnswer */

/**
 * @param {Object} parts
 * @param {Former[]} parts.former  with the problems that somebody named
 * @param {import("./fields.js").Fields} parts.fields
 * @param {import("./card-work.js").CardWork} parts.work
 * @param {HTMLElement} parts.list  of the cards
 */
export function createDispute({ former, fields, work, list }) {
  const questions = new Map(former.map((question) => [question.id, question]));
  const answers = new Map(former.flatMap((question) => question.answers).map((answer) => [answer.id, /** @type {FormerAnswer} */ (answer)]));
  const deleted = need("#deleted", HTMLElement);

  /** @param {HTMLElement} card  @param {any} item */
  function mark(card, item) {
    const isQuestion = "answers" in item;
    const before = isQuestion ? questions.get(item.id) : answers.get(item.id);
    const change = isQuestion ? changeOfQuestion(/** @type {Former|undefined} */ (before), item) : changeOfAnswer(/** @type {FormerAnswer|undefined} */ (before), item);
    card.dataset.change = change;
    const tag = need("[data-change-tag]", HTMLElement, card);
    tag.hidden = false;
    tag.textContent = word(`change-${change}`.replace(/-(\w)/, (_, letter) => letter.toUpperCase()));
    drawProblems(card, before?.problems ?? [], isQuestion ? fields.question_problems : fields.answer_problems);
    need("[data-diffs]", HTMLElement, card).replaceChildren(...(before && change === "edited" ? diffsOf(before, item) : []));
    if (isQuestion) drawDeletedAnswers(card, item);
  }

  /** @param {any} question */
  function markAll(question) {
    const card = list.querySelector(`[data-item="${CSS.escape(question.id)}"]`);
    if (card instanceof HTMLElement) mark(card, question);
  }

  /** @param {HTMLElement} card  @param {any} question */
  function drawDeletedAnswers(card, question) {
    const before = questions.get(question.id);
    const gone = before ? deletedOf(before.answers, question.answers) : [];
    need("[data-deleted-answers]", HTMLElement, card).replaceChildren(...gone.map(({ item, at }) => deletedLine(item.answer, item.id, () => restore(question.id, at, item))));
  }

  function drawDeleted() {
    const gone = deletedOf(former, work.body().questions);
    deleted.hidden = gone.length === 0;
    need("ul", HTMLElement, deleted).replaceChildren(...gone.map(({ item, at }) => deletedLine(item.question, item.id, () => restore("", at, item))));
  }

  /** @param {string} text  @param {string} id  @param {() => void} back */
  function deletedLine(text, id, back) {
    const button = make("button", { type: "button", class: "button small", "aria-label": word("restoreNamed", { text }) }, word("restore"));
    button.addEventListener("click", back);
    const problems = questions.get(id)?.problems ?? answers.get(id)?.problems ?? [];
    const labels = problems.map((value) => labelOf([...fields.question_problems, ...fields.answer_problems], value));
    return make("li", { class: "deleted-line" }, make("del", {}, text), ...labels.map((label) => make("span", { class: "tag is-warning" }, label)), button);
  }

  /** @param {string} parent  @param {number} at  @param {any} item */
  function restore(parent, at, item) {
    const { problems: _, ...plain } = structuredClone(item);
    work.insert(parent, at, plain);
    const card = list.querySelector(`[data-item="${CSS.escape(item.id)}"]`);
    if (card instanceof HTMLElement) card.focus();
  }

  /** An answer that changes changes its question too. @param {import("./card-work.js").CardChange} change */
  function changed(change) {
    drawDeleted();
    const place = change.kind === "text" ? work.find(change.id) : null;
    const parent = place?.parent ? work.find(place.parent)?.item : null;
    if (parent) markAll(parent);
  }

  work.onChange(changed);
  return { mark, drawDeleted };
}

/** @param {HTMLElement} card  @param {string[]} problems  @param {import("./fields.js").Choice[]} choices */
function drawProblems(card, problems, choices) {
  const place = need("[data-problems]", HTMLElement, card);
  place.hidden = problems.length === 0;
  need("ul", HTMLElement, place).replaceChildren(...problems.map((value) => make("li", { class: "tag is-warning" }, labelOf(choices, value))));
}

/** @param {import("./fields.js").Choice[]} choices  @param {string} value */
const labelOf = (choices, value) => choices.find((choice) => choice.value === value)?.label ?? value;

/** The texts that differ, each with its words marked. @param {any} before  @param {any} after */
function diffsOf(before, after) {
  const pairs = "answers" in after ? [["question", before.question, after.question]] : [
    ["answer", before.answer, after.answer],
    ["boolean_explanation", before.boolean_explanation, after.boolean_explanation],
    ["source", sourceText(before), sourceText(after)],
  ];
  return pairs.filter(([, old, fresh]) => old !== fresh).map(([, old, fresh]) => make("p", { class: "word-diff", dir: "auto" }, ...marked(wordDiff(old, fresh))));
}
