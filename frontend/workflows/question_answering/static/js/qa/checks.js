/** What is missing on cards before they are sent. The server checks all of it again, and more. Pure. */
import { bareWord, isMetadata, typeOf } from "./fields.js";

/** @typedef {import("./fields.js").Fields} Fields */
/** @typedef {import("./fields.js").Texts} Texts */
/** @typedef {{id: string, name: string, word: string, values?: Record<string, string|number>}} Problem  of a field of a card; `word`: key of its words */

/** @param {Texts} texts  @param {Record<string, any>[]} items  @returns {Problem[]} */
export function missingIn(texts, items) {
  return items.flatMap((item) => {
    const isEmpty = (/** @type {string} */ name) => [item[name]].flat().every((value) => !String(value).trim());
    const empty = Object.keys(item).filter((name) => texts[name]?.required && isEmpty(name));
    return [...empty.map((name) => missing(item, name)), ...tooLong(texts, item)];
  });
}

/** @param {Record<string, any>} item  @param {string} name  @returns {Problem} */
const missing = (item, name) => ({ id: item.id, name, word: "missing" });

/** @param {Texts} texts  @param {Record<string, any>} item  @returns {Problem[]} */
function tooLong(texts, item) {
  return Object.keys(item).flatMap((name) => {
    const [most, value] = [texts[name]?.longest, item[name]];
    const count = typeof value === "string" ? [...value].length : 0;
    return most && count > most ? [{ id: item.id, name, word: "tooLong", values: { count, most } }] : [];
  });
}

const DAY = String.raw`\d{4}(-\d{2}(-\d{2})?)?`;
const DATE = new RegExp(`^${DAY}(/${DAY})?$`);

/** Dates that are no year, month, day or range. Whether there is such a day the server says. @param {Record<string, any>[]} claims  @returns {Problem[]} */
export function wrongDates(claims) {
  const wrong = claims.filter(({ claim_date: date }) => date.trim() && !DATE.test(date.trim()));
  return wrong.map(({ id }) => ({ id, name: "claim_date", word: "dateShape" }));
}

/** @param {Fields} fields  @param {import("./draft-shape.js").Question[]} questions  @returns {Problem[]} */
export function missingInAnswers(fields, questions) {
  return questions.flatMap((question) => [
    ...(question.question.trim() ? [] : [missing(question, "question")]),
    ...tooLong(fields.question, question),
    ...question.answers.flatMap((answer) => problemsOf(fields, answer)),
  ]);
}

/** @param {Fields} fields  @param {import("./draft-shape.js").Answer} answer  @returns {Problem[]} */
function problemsOf(fields, answer) {
  const type = typeOf(fields, answer.answer_type);
  if (!type) return [missing(answer, "answer_type")];
  if (type.form === "none") return [];
  const bare = bareWord(fields, answer);
  const names = [
    !answer.answer.trim() && "answer",
    type.form === "choice" && !answer.boolean_explanation.trim() && "boolean_explanation",
    !answer.source_medium && "source_medium",
    !isMetadata(fields, answer) && !hasSource(answer) && "source",
  ].filter((name) => typeof name === "string");
  const said = bare ? [{ id: answer.id, name: "answer", word: "bareAnswer", values: { word: bare } }] : [];
  return [...names.map((name) => missing(answer, name)), ...said, ...tooLong(fields.question, answer)];
}

/** @param {import("./draft-shape.js").Answer} answer */
function hasSource({ source }) {
  return source.kind === "page" || (source.kind === "url" && source.url.trim() !== "");
}
