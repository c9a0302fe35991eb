/** What the draft of claims from a sentence holds, for the modules that keep drafts. Pure. */

/** @typedef {Record<string, string>} Boxes  type of mutation -> its text, one line each */
/** @typedef {{text: string, boxes: Boxes}} Spare  boxes whose claim was removed: back when it is written again */
/**
 * @typedef {Object} SentenceBody
 * @property {string} text  the true claims, one a line
 * @property {Boxes[]} boxes  of each claim, in their order
 * @property {Spare[]} spare
 * @property {boolean} mutating  whether the second step was begun
 * @property {string[]} dismissed  hints
 * @property {{}} place  none: the page has one place
 */
/** @typedef {{type: string, name: string, most: number, lines: number, words: Record<string, number>}} Box */
/**
 * @typedef {Object} SentencePayload
 * @property {string} id
 * @property {string} state
 * @property {number} elapsed_seconds
 * @property {number} active_seconds
 * @property {Box[]} boxes
 * @property {number} least_claims
 * @property {number} most_claims
 * @property {{version: number, body: Partial<SentenceBody>}} draft
 * @property {Record<string, number>} operations_received
 */

export const sentenceShape = {
  completed,
  /** @param {SentenceBody} one  @param {SentenceBody|null} other */
  same: (one, other) => other !== null && content(one) === content(other),
};

const MOST_SPARE = 20;

/** @param {Partial<SentenceBody>} body  a draft that was never saved is empty  @returns {SentenceBody} */
function completed({ text = "", boxes = [], spare = [], mutating, dismissed = [] }) {
  const begun = mutating ?? boxes.some(isFilled);
  return { text, boxes: linesOf(text).map((_, at) => boxes[at] ?? {}), spare, mutating: begun, dismissed, place: {} };
}

/** @param {SentenceBody} body */
function content({ text, boxes }) {
  return JSON.stringify([text, boxes.map((each) => Object.entries(each).filter(([, lines]) => lines).sort())]);
}

/** The lines of a box that are not empty. @param {string} text */
export function linesOf(text) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

/** @param {Boxes} boxes */
export const isFilled = (boxes) => Object.values(boxes).some((text) => text.trim() !== "");

/**
 * The body after the claims were changed: boxes stay with their claims. Lines before and after what was changed keep
 * theirs; those between have them in their order; what is left over is spare, and found again by the words of its claim.
 * @param {SentenceBody} body  @param {string} text  @returns {SentenceBody}
 */
export function withClaims(body, text) {
  const [before, after] = [linesOf(body.text), linesOf(text)];
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  const changed = body.boxes.slice(first, before.length - last);
  const fresh = after.slice(first, after.length - last);
  const over = changed.slice(fresh.length).map((boxes, at) => ({ text: before[first + fresh.length + at], boxes }));
  let spare = [...body.spare, ...over.filter(({ boxes }) => isFilled(boxes))].slice(-MOST_SPARE);
  const between = fresh.map((line, at) => {
    if (at < changed.length) return changed[at];
    const found = spare.find((one) => one.text === line);
    spare = spare.filter((one) => one !== found);
    return found?.boxes ?? {};
  });
  const boxes = [...body.boxes.slice(0, first), ...between, ...body.boxes.slice(before.length - last, before.length)];
  return { ...body, text, boxes, spare };
}
