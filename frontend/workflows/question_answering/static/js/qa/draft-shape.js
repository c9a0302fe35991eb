/** What the drafts of the phases with cards hold, for the modules that keep drafts. Pure. */
import { uuid } from "../common/unique.js";

/**
 * @typedef {{kind: "none"|"metadata"} | {kind: "url", url: string} | {kind: "page", element: string, url: string, title?: string, snapshot?: string}} Source
 * @typedef {{id: string, answer: string, answer_type: string, boolean_explanation: string, source: Source, source_medium: string}} Answer
 * @typedef {{id: string, question: string, answers: Answer[]}} Question
 * @typedef {Record<string, string|string[]> & {id: string}} Claim  a claim with its metadata, by field
 * @typedef {{claims: Claim[], confirmed: string[], place: {}}} ClaimsBody
 * @typedef {{correction: string, questions: Question[], verdict: string, place: {}}} AnswersBody
 * @typedef {Claim|Question|Answer} Item
 */

/** @returns {Answer} */
export function newAnswer() {
  return { id: uuid(), answer: "", answer_type: "", boolean_explanation: "", source: { kind: "none" }, source_medium: "" };
}

/** @returns {Question} */
export const newQuestion = () => ({ id: uuid(), question: "", answers: [newAnswer()] });

/** @param {Record<string, string|string[]>} blank  the fields of a claim, all empty  @returns {Claim} */
export const newClaim = (blank) => ({ ...structuredClone(blank), id: uuid() });

/**
 * Drafts of claims from an article: one card at least.
 * @param {Record<string, string|string[]>} blank
 */
export function claimsShape(blank) {
  return {
    /** @param {Partial<ClaimsBody>} body  @returns {ClaimsBody} */
    completed: ({ claims, confirmed = [] }) => ({
      claims: claims?.length ? claims.map((claim) => ({ ...structuredClone(blank), ...claim })) : [newClaim(blank)],
      confirmed,
      place: {},
    }),
    same,
  };
}

/**
 * Drafts of questions with answers. A draft that was never saved begins with the pairs of a former phase, or with an empty one.
 * @param {Question[]} former
 */
export function answersShape(former) {
  return {
    /** @param {Partial<AnswersBody>} body  @returns {AnswersBody} */
    completed: ({ correction = "", questions, verdict = "" }) => ({
      correction,
      questions: questions ?? (former.length ? structuredClone(former) : [newQuestion()]),
      verdict,
      place: {},
    }),
    same,
  };
}

/** @param {any} one  @param {any} other */
function same(one, other) {
  return other !== null && content(one) === content(other);
}

/** The work of a draft, with the keys of every object in one order. @param {any} body */
function content({ claims, correction, questions, verdict }) {
  return JSON.stringify([claims, correction, questions, verdict], (_, value) =>
    value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}
