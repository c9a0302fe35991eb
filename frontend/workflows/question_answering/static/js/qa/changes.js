/** What became of each question and answer of a former phase: kept, edited, deleted, added. Pure. */

/** @typedef {import("./draft-shape.js").Question} Question */
/** @typedef {import("./draft-shape.js").Answer} Answer */
/** @typedef {"kept"|"edited"|"added"} Change */

const TEXTS = /** @type {const} */ (["answer", "answer_type", "boolean_explanation", "source_medium"]);

/** @param {Answer|undefined} before  @param {Answer} after  @returns {Change} */
export function changeOfAnswer(before, after) {
  if (!before) return "added";
  const same = TEXTS.every((name) => before[name] === after[name]) && sourceText(before) === sourceText(after);
  return same ? "kept" : "edited";
}

/** A question is edited when its text, its answers or their order changed. @param {Question|undefined} before  @param {Question} after  @returns {Change} */
export function changeOfQuestion(before, after) {
  if (!before) return "added";
  if (before.question !== after.question || before.answers.length !== after.answers.length) return "edited";
  const same = after.answers.every((answer, at) => before.answers[at].id === answer.id && changeOfAnswer(before.answers[at], answer) === "kept");
  return same ? "kept" : "edited";
}

/** Those of the former items that are not among these, with their place. @template {{id: string}} I @param {I[]} former  @param {I[]} now  @returns {{item: I, at: number}[]} */
export function deletedOf(former, now) {
  const there = new Set(now.map(({ id }) => id));
  return former.map((item, at) => ({ item, at })).filter(({ item }) => !there.has(item.id));
}

/** @param {Answer} answer */
export function sourceText({ source }) {
  if (source.kind === "page") return `${source.element} ${source.url}`;
  return source.kind === "url" ? source.url : "";
}
