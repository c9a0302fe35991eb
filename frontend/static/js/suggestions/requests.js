/**
 * Asks the server what a model suggests. Suggestions are an extra: whatever goes wrong or takes long, there are none, nobody
 * hears of it, and nothing else waits.
 */
import { json, LoggedOut, Refused, Unreachable } from "../common/http.js";

/** @typedef {import("../types.js").SuggestionsAnswer} SuggestionsAnswer */

export const PATIENCE_MS = 3000;
export const AGAIN_MS = 15_000;
const MOST_TIMES_AGAIN = 4;
const SHOWN = ["never", "after_first", "at_once"];

/**
 * @param {string} address
 * @param {(answer: SuggestionsAnswer) => void} answered
 * @param {number} [left]  times to ask again
 */
export async function ask(address, answered, left = MOST_TIMES_AGAIN) {
  const answer = understood(await fetched(address));
  if (!answer) return;
  answered(answer);
  if (answer.state === "pending" && left > 0) setTimeout(() => void ask(address, answered, left - 1), AGAIN_MS);
}

/** @param {string} address  @returns {Promise<unknown>} null: no answer, or not in time */
async function fetched(address) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await json("GET", address, undefined, { signal });
  } catch (error) {
    const expected = error instanceof Unreachable || error instanceof LoggedOut || error instanceof Refused;
    if (!expected && !signal.aborted) throw error;
    return null;
  }
}

/** @param {any} answer  @returns {SuggestionsAnswer|null} null where it is not what this page knows */
export function understood(answer) {
  if (typeof answer?.state !== "string" || !SHOWN.includes(answer.show) || !Array.isArray(answer.suggestions)) return null;
  return { ...answer, suggestions: answer.suggestions.filter(isWhole) };
}

/** @param {any} each */
function isWhole(each) {
  return typeof each?.element_id === "string" && each.card?.id === each.element_id;
}
