/** What still keeps a verification from being submitted, and what its sets should be looked at again for. Pure; the server checks again. */

import { unlabelled, verdictOf } from "./labels.js";

/** @typedef {import("../types.js").DraftBody} DraftBody */
/** @typedef {{field: "evidence_sets"|"verdict"|"challenge", word: string, values?: Record<string, number>}} Problem */
/** @typedef {{word: string, values: Record<string, number>}} Warning */

/**
 * @param {DraftBody} body
 * @param {(verdict: string) => boolean} needsEvidence
 * @returns {Problem[]} at most one for each field
 */
export function problems(body, needsEvidence = () => true) {
  /** @type {Problem[]} */
  const found = [];
  const [twins] = identicalSets(body.sets);
  const isEmpty = body.sets.every((ids) => ids.length === 0);
  const verdict = verdictOf(body);
  const [bare] = body.verdict ? [] : unlabelled(body);
  if (isEmpty && needsEvidence(verdict) && (verdict || !body.labels)) found.push({ field: "evidence_sets", word: "evidenceMissing" });
  else if (twins) {
    const values = { first: twins[0] + 1, second: twins[1] + 1 };
    found.push({ field: "evidence_sets", word: "setsIdentical", values });
  }
  if (bare !== undefined) found.push({ field: "verdict", word: "setsWithoutLabel", values: { number: bare + 1 } });
  else if (!verdict) found.push({ field: "verdict", word: body.labels ? "labelMissing" : "verdictMissing" });
  if (!body.challenge && !body.labels) found.push({ field: "challenge", word: "challengeMissing" });
  return found;
}

/**
 * What does not keep from submitting: a set within another, more pages or pieces than the project wants. Sets count from 1.
 * @param {DraftBody} body
 * @param {{pages: number|null, elements: number|null}|undefined} limits
 * @param {(id: string) => string|undefined} pageOf
 * @returns {Warning[]}
 */
export function warnings(body, limits, pageOf) {
  const { sets } = body;
  const within = containedSets(sets).map(([inner, outer]) => ({
    word: "setWithin",
    values: { inner: inner + 1, outer: outer + 1 },
  }));
  const bare = body.verdict ? [] : unlabelled(body).map((set) => ({ word: "setsWithoutLabel", values: { number: set + 1 } }));
  return [...bare, ...within, ...sets.flatMap((ids, set) => tooMuch(ids, set, limits, pageOf))];
}

/**
 * @param {string[]} ids
 * @param {number} set
 * @param {{pages: number|null, elements: number|null}|undefined} limits
 * @param {(id: string) => string|undefined} pageOf
 * @returns {Warning[]}
 */
function tooMuch(ids, set, limits, pageOf) {
  const number = set + 1;
  const { pages: mostPages = null, elements: most = null } = limits ?? {};
  const found = [];
  if (most !== null && ids.length > most) found.push({ word: "setTooLarge", values: { number, count: ids.length, most } });
  if (mostPages === null) return found;
  const count = new Set(ids.map(pageOf).filter((page) => page !== undefined)).size;
  if (count > mostPages) found.push({ word: "setTooWide", values: { number, count, most: mostPages } });
  return found;
}

/** @param {string[][]} sets  @returns {[number, number][]} filled sets of the same elements, in any order; the earlier first */
export function identicalSets(sets) {
  return pairs(sets, (one, other) => one.size === other.size && covers(one, other), (first, second) => first < second);
}

/** @param {string[][]} sets  @returns {[number, number][]} a filled set and one that holds all of it and more */
export function containedSets(sets) {
  return pairs(sets, (inner, outer) => inner.size < outer.size && covers(outer, inner), () => true);
}

/** @param {Set<string>} outer  @param {Set<string>} inner */
function covers(outer, inner) {
  for (const id of inner) if (!outer.has(id)) return false;
  return true;
}

/**
 * @param {string[][]} sets
 * @param {(one: Set<string>, other: Set<string>) => boolean} test
 * @param {(one: number, other: number) => boolean} counts  whether a pair is looked at in this order
 * @returns {[number, number][]}
 */
function pairs(sets, test, counts) {
  const filled = sets.map((ids, number) => ({ number, ids: new Set(ids) })).filter(({ ids }) => ids.size > 0);
  return filled.flatMap((one) =>
    filled
      .filter((other) => other !== one && counts(one.number, other.number) && test(one.ids, other.ids))
      .map((other) => /** @type {[number, number]} */ ([one.number, other.number])),
  );
}
