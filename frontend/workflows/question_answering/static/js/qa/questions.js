/** The phases in which questions are asked and answered: from the claim alone, and of a dispute with the pairs of a former phase. */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { createAnswers } from "./answers.js";
import { createCards } from "./cards.js";
import { missingInAnswers } from "./checks.js";
import { drawPairs } from "./confirm.js";
import { createDispute } from "./dispute.js";
import { answersShape, newAnswer, newQuestion } from "./draft-shape.js";
import { isUnanswered, submitted } from "./fields.js";
import { setUpSearch } from "./search.js";
import { setUpSubmission } from "./submission.js";

/** @typedef {import("./draft-shape.js").AnswersBody} AnswersBody */

/** @param {any} source  as the payload brings it, with more than its kind needs  @returns {import("./draft-shape.js").Source} */
function sourceOf({ kind, url = "", element = "", title = "", snapshot = "" }) {
  if (kind === "page") return { kind, element, url, ...(title && { title }), ...(snapshot && { snapshot }) };
  return kind === "url" ? { kind, url } : { kind };
}

/** @param {any} question  as the payload brings it  @returns {import("./draft-shape.js").Question} */
function plain({ id, question, answers }) {
  const bare = (/** @type {any} */ one) => ({
    id: one.id,
    answer: one.answer,
    answer_type: one.answer_type,
    boolean_explanation: one.boolean_explanation,
    source: sourceOf(one.source),
    source_medium: one.source_medium,
  });
  return { id, question, answers: answers.map(bare) };
}

/** @param {any} payload */
export const questionsPhase = ({ questions = [] }) => answersShape(questions.map(plain));

/** @param {any} parts  of the workspace, as `question-answering.js` makes them */
export function setUpQuestions({ payload, address, work, outbox, sender, log, mayWrite, tabs }) {
  const { fields } = payload;
  const body = () => /** @type {AnswersBody} */ (work.body());
  const list = need("#cards", HTMLElement);
  const answers = createAnswers(fields, work);
  const former = payload.questions ?? [];
  const dispute = document.querySelector("#deleted") ? createDispute({ former: withProblems(former), fields, work, list }) : null;
  const cards = createCards({
    work,
    list,
    items: () => body().questions,
    make: answers.makeCard,
    refresh(card, item) {
      answers.refresh(card, item);
      dispute?.mark(card, item);
    },
    fresh: newQuestion,
    freshInside: newAnswer,
  });
  const { submit } = setUpSubmission({
    address,
    outbox,
    sender,
    changes: payload.submitted,
    items: () => body().questions,
    problems,
    showOnCards: cards.showProblems,
    ask() {
      drawPairs(fields, body());
      return true;
    },
    submitted: () => sent(body()),
  });
  const search = setUpSearch({ address, log, use: answers.use, mayWrite, tabs });

  function problems() {
    const { questions, verdict } = body();
    const said = missingInAnswers(fields, questions).map(({ word: key, values, ...one }) => ({ ...one, message: word(key, values) }));
    if (isCorrecting() && !body().correction.trim()) said.push({ id: "", name: "correction", message: word("missing") });
    if (!verdict) said.push({ id: "", name: "verdict", message: word("missing") });
    if (isUnanswered(fields, questions)) said.push({ id: "", name: "questions", message: word("unanswered", { least: fields.gates.questions_if_all_unanswerable }) });
    return said;
  }

  /** @param {AnswersBody} now */
  function sent({ correction, questions, verdict }) {
    const cleaned = questions.map((question) => ({ ...question, question: question.question.trim(), answers: question.answers.map((answer) => submitted(fields, answer)) }));
    const own = dispute ? {} : { correction: isCorrecting() ? correction.trim() : "" };
    return { ...own, questions: cleaned, verdict, confirmed: true };
  }

  setUpGate(fields, work);
  setUpVerdict(work);
  const isCorrecting = setUpCorrection(work);
  cards.draw();
  dispute?.drawDeleted();
  return { cards, submit, keys: { "/": search.focus, i: () => mayWrite() && cards.add(cards.current()), ...verdictKeys(mayWrite) } };
}

/** @param {any[]} former  @returns {any[]} what is compared with, and the values of the problems somebody named */
function withProblems(former) {
  const named = (/** @type {any} */ one) => (one.problems ?? []).map((/** @type {any} */ problem) => problem.value ?? problem);
  return former.map((question) => {
    const answers = plain(question).answers.map((answer, at) => ({ ...answer, problems: named(question.answers[at]) }));
    return { ...plain(question), answers, problems: named(question) };
  });
}

/** The gate is explained as soon as it is closed, and not at the end. @param {import("./fields.js").Fields} fields  @param {import("./card-work.js").CardWork} work */
function setUpGate(fields, work) {
  const note = need("#gate", HTMLElement);
  const draw = () => void (note.hidden = !isUnanswered(fields, work.body().questions));
  work.onChange(draw);
  draw();
}

/** The verdict, in the form and in the dialog. @param {import("./card-work.js").CardWork} work */
function setUpVerdict(work) {
  const groups = [need("#verdict", HTMLElement), need("#confirm-verdict", HTMLElement)];
  const draw = () => groups.forEach((group) => group.querySelectorAll("input").forEach((input) => (input.checked = input.value === work.body().verdict)));
  for (const group of groups) {
    group.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) work.set({ verdict: target.value });
      const field = group.closest("[data-field]");
      field?.classList.remove("is-wrong");
      const error = field?.querySelector("[data-error]");
      if (error) error.textContent = "";
    });
  }
  work.onChange(({ kind }) => (kind === "field" || kind === "all") && draw());
  draw();
}

/** @param {() => boolean} mayWrite  @returns {Record<string, () => void>} 1, 2, … choose a verdict */
function verdictKeys(mayWrite) {
  const inputs = [...need("#verdict", HTMLElement).querySelectorAll("input")];
  return Object.fromEntries(inputs.map((input, at) => [String(at + 1), () => void (mayWrite() && input.click())]));
}

/** The corrected claim, where the phase has one. @param {import("./card-work.js").CardWork} work  @returns {() => boolean} whether it is corrected */
function setUpCorrection(work) {
  const tick = document.querySelector("#should-correct");
  const field = document.querySelector("#correction");
  if (!(tick instanceof HTMLInputElement) || !(field instanceof HTMLTextAreaElement)) return () => false;
  const part = need("#correction-part", HTMLElement);
  function draw() {
    part.hidden = !(/** @type {HTMLInputElement} */ (tick).checked);
  }
  function fill() {
    const { correction } = work.body();
    /** @type {HTMLTextAreaElement} */ (field).value = correction;
    /** @type {HTMLInputElement} */ (tick).checked = correction !== "";
    draw();
  }
  tick.addEventListener("change", () => {
    draw();
    if (!tick.checked) return work.set({ correction: "" });
    if (!field.value) field.value = field.dataset.claim ?? ""; // one changes as little as possible
    work.set({ correction: field.value });
    field.focus();
  });
  field.addEventListener("input", () => work.set({ correction: field.value }));
  work.onChange(({ kind }) => kind === "all" && fill());
  fill();
  return () => tick.checked;
}
