/** The words that differ between two texts, by their longest common subsequence. Pure. */

/** @typedef {{kind: "same"|"deleted"|"added", text: string}} Run */

const MOST_PAIRS = 4_000_000; // of words to compare; longer texts are shown whole, one after the other

/** @param {string} before  @param {string} after  @returns {Run[]} */
export function wordDiff(before, after) {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  if (old.length * fresh.length > MOST_PAIRS) return runsOf([{ kind: "deleted", text: before }, { kind: "added", text: after }]);
  const lengths = table(old, fresh);
  /** @type {Run[]} */
  const runs = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      runs.push({ kind: "same", text: old[i] });
      i += 1;
      j += 1;
    } else if (j === fresh.length || (i < old.length && lengths[i + 1][j] >= lengths[i][j + 1])) runs.push({ kind: "deleted", text: old[i++] });
    else runs.push({ kind: "added", text: fresh[j++] });
  }
  return runsOf(runs);
}

/** Words, spaces and single signs. @param {string} text */
const wordsOf = (text) => text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];

/** Lengths of the longest common subsequence of what follows i and j. @param {string[]} old  @param {string[]} fresh */
function table(old, fresh) {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = old[i] === fresh[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  return lengths;
}

/** Neighbours of one kind are one run. @param {Run[]} runs  @returns {Run[]} */
function runsOf(runs) {
  /** @type {Run[]} */
  const joined = [];
  for (const { kind, text } of runs) {
    const last = joined.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text) joined.push({ kind, text });
  }
  return joined;
}
