// Cards of claims and questions: commands and their undo, what became of a pair, differing words, what is missing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { register } from "node:module";

// The site serves all workflows' scripts as one folder; here a module looks for what it shares where that lies.
const SHARED = new URL("../../../frontend/static/js/", import.meta.url);
const OWN = new URL("../../../frontend/workflows/question_answering/static/js/", import.meta.url);
const hook = `export const resolve = (specifier, context, next) =>
  next(specifier.startsWith("../common/") && context.parentURL?.startsWith(${JSON.stringify(OWN.href)}) ? ${JSON.stringify(SHARED.href)} + specifier.slice(3) : specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { createCardWork } = await import(`${OWN}qa/card-work.js`);
const { changeOfQuestion, deletedOf } = await import(`${OWN}qa/changes.js`);
const { missingInAnswers, wrongDates } = await import(`${OWN}qa/checks.js`);
const { answersShape, claimsShape } = await import(`${OWN}qa/draft-shape.js`);
const { confirmationsOf, isUnanswered, submitted } = await import(`${OWN}qa/fields.js`);
const { wordDiff } = await import(`${OWN}qa/word-diff.js`);

const answer = (id, more = {}) => ({ id, answer: `answer ${id}`, answer_type: "said", boolean_explanation: "", source: { kind: "url", url: "https://a.example/" }, source_medium: "text", ...more });
const question = (id, ...answers) => ({ id, question: `question ${id}`, answers });
const TYPES = [
  { value: "said", form: "text", choices: [], text: "" },
  { value: "either", form: "choice", choices: ["Yes", "No"], text: "" },
  { value: "nothing", form: "none", choices: [], text: "Nothing found." },
];
const fields = {
  answer_types: TYPES,
  media: [{ value: "text", source: "address" }, { value: "own", source: "metadata" }],
  question: { answer: { required: true, longest: 20 } },
  claim: {},
  gates: { questions_if_all_unanswerable: 2, bare_answers: ["yes", "no"] },
  confirmations: [
    { name: "filled", when: { always: false, filled: "transcription", any_type: [], any_strategy: [], only_strategy: [] } },
    { name: "typed", when: { always: false, filled: "", any_type: ["guess"], any_strategy: [], only_strategy: [] } },
    { name: "only", when: { always: false, filled: "", any_type: [], any_strategy: [], only_strategy: ["other"] } },
  ],
};

test("every change of the cards is undone and done again, with the texts written since", () => {
  const start = { questions: [question("1", answer("a"), answer("b")), question("2", answer("c"))], verdict: "" };
  const work = createCardWork(start, null, "questions");
  work.remove("a");
  work.move("2", -1);
  work.insert("1", 1, answer("d"));
  work.write("d", { answer: "written later" });
  const end = structuredClone(work.body());
  assert.deepEqual(end.questions.map(({ id, answers }) => [id, answers.map((one) => one.id)]), [["2", ["c"]], ["1", ["b", "d"]]]);
  for (const _ of [1, 2, 3]) work.undo();
  assert.deepEqual(work.body(), start);
  const again = createCardWork(work.body(), JSON.parse(JSON.stringify(work.undoable())), "questions"); // as after a reload
  for (const _ of [1, 2, 3]) again.redo();
  assert.deepEqual(again.body(), end);
  assert.equal(again.redo(), null);
});

test("moving stops at both ends, and what is no history is none", () => {
  const work = createCardWork({ questions: [question("1"), question("2")] }, { done: [{ at: 1, parts: [] }], undone: "x" }, "questions");
  assert.deepEqual([work.undo(), work.move("1", -1), work.move("2", 1), work.move("2", -1)], [null, false, false, true]);
});

test("a pair is kept, edited, deleted or added", () => {
  const before = question("1", answer("a"), answer("b"));
  const change = (after) => changeOfQuestion(before, after);
  assert.equal(change(structuredClone(before)), "kept");
  assert.equal(change(question("1", answer("a"), answer("b", { source: { kind: "page", element: "p_1", url: "" } }))), "edited");
  assert.equal(change(question("1", answer("b"), answer("a"))), "edited");
  assert.equal(changeOfQuestion(undefined, before), "added");
  assert.deepEqual(deletedOf([before, question("2")], [question("2")]).map(({ at }) => at), [0]);
});

test("differing words are runs, and the runs give both texts", () => {
  const [old, fresh] = ["The tax rose by 5 percent in 2019.", "The tax rose by 15 percent in the year 2019."];
  const runs = wordDiff(old, fresh);
  assert.deepEqual(runs.filter(({ kind }) => kind !== "same").map(({ kind, text }) => [kind, text]), [["deleted", "5"], ["added", "15"], ["added", "the year "]]);
  const text = (kind) => runs.filter((run) => run.kind === "same" || run.kind === kind).map((run) => run.text).join("");
  assert.deepEqual([text("deleted"), text("added")], [old, fresh]);
});

test("an answer is asked for what its type and medium want", () => {
  const names = (...answers) => missingInAnswers(fields, [question("1", ...answers)]).map(({ id, name, word }) => `${id} ${name} ${word}`);
  assert.deepEqual(names(answer("a"), answer("n", { answer_type: "nothing", answer: "", source: { kind: "none" }, source_medium: "" })), []);
  assert.deepEqual(names(answer("a", { answer: "Yes." })), ["a answer bareAnswer"]);
  assert.deepEqual(names(answer("a", { answer: "Yes", answer_type: "either" })), ["a boolean_explanation missing"]);
  assert.deepEqual(names(answer("a", { source: { kind: "none" } })), ["a source missing"]);
  assert.deepEqual(names(answer("a", { source: { kind: "none" }, source_medium: "own" })), []);
  assert.deepEqual(names(answer("a", { answer: "x".repeat(21) })), ["a answer tooLong"]);
  assert.deepEqual(names(answer("a", { answer_type: "" })), ["a answer_type missing"]);
});

test("what is submitted lacks what the type does not ask for; the draft keeps it", () => {
  const kept = answer("a", { answer_type: "nothing", boolean_explanation: "old" });
  assert.deepEqual(submitted(fields, kept), { id: "a", answer: "Nothing found.", answer_type: "nothing", boolean_explanation: "", source: { kind: "none" }, source_medium: "" });
  assert.deepEqual(submitted(fields, answer("a", { source_medium: "own" })).source, { kind: "metadata" });
  assert.equal(isUnanswered(fields, [question("1", kept)]), true);
  assert.equal(isUnanswered(fields, [question("1", kept), question("2", kept)]), false);
  assert.equal(isUnanswered(fields, [question("1", kept, answer("b"))]), false);
});

test("claims call for their confirmations, and dates are read by their shape", () => {
  const claim = (more) => ({ id: "1", claim_types: [], fact_checking_strategies: [], transcription: "", claim_date: "", ...more });
  const called = (...claims) => confirmationsOf(fields, claims).map(({ name }) => name);
  assert.deepEqual(called(claim({})), []);
  assert.deepEqual(called(claim({ transcription: "x" }), claim({ claim_types: ["guess", "else"] })), ["filled", "typed"]);
  assert.deepEqual([called(claim({ fact_checking_strategies: ["other"] })), called(claim({ fact_checking_strategies: ["other", "more"] }))], [["only"], []]);
  const wrong = (date) => wrongDates([claim({ claim_date: date })]).length;
  assert.deepEqual(["", "2017", "2017-02", "2017-02-13", "2017-02/2017-04-01"].map(wrong), [0, 0, 0, 0, 0]);
  assert.deepEqual(["13-2-2017", "today", "2017-2", "2017/"].map(wrong), [1, 1, 1, 1]);
});

test("an empty draft has one card, or those of the former phase", () => {
  const { completed, same } = answersShape([question("1", answer("a"))]);
  assert.equal(completed({}).questions[0].id, "1");
  assert.deepEqual(completed({ questions: [] }).questions, []);
  assert.equal(same(completed({}), completed({ questions: [question("1", answer("a"))] })), true);
  const claims = claimsShape({ claim: "", claim_types: [] }).completed({}).claims;
  assert.deepEqual([claims.length, claims[0].claim, claims[0].claim_types], [1, "", []]);
});
