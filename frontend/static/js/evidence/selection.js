/**
 * Evidence sets as plain values. Pure: every function answers new values and leaves the old ones as they were.
 * Elements come and go in runs of neighbours, so that a column of 1,000 cells is one small thing to keep.
 */

/** @typedef {import("../types.js").Run} Run */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Move} Move */

/**
 * @param {string[][]} sets
 * @param {number} set
 * @param {string[]} ids
 * @returns {Run[]} those that the set lacks, added at its end
 */
export function adding(sets, set, ids) {
  const there = new Set(sets[set]);
  const missing = [...new Set(ids)].filter((id) => !there.has(id));
  return missing.length > 0 ? [{ set, at: sets[set].length, ids: missing, added: true }] : [];
}

/**
 * @param {string[][]} sets
 * @param {number} set
 * @param {string[]} ids
 * @returns {Run[]} from the last to the first, so that no removal moves what the next one speaks of
 */
export function removing(sets, set, ids) {
  const gone = new Set(ids);
  /** @type {Run[]} */
  const runs = [];
  sets[set].forEach((id, at) => {
    if (!gone.has(id)) return;
    const last = runs[0];
    if (last && last.at + last.ids.length === at) last.ids.push(id);
    else runs.unshift({ set, at, ids: [id], added: false });
  });
  return runs;
}

/**
 * @param {string[][]} sets
 * @param {Run[]} runs
 * @returns {string[][]}
 */
export function applied(sets, runs) {
  const result = [...sets];
  for (const { set, at, ids, added } of runs) {
    const now = result[set];
    if (added) result[set] = [...now.slice(0, at), ...ids, ...now.slice(at)];
    else result[set] = [...now.slice(0, at), ...now.slice(at + ids.length)];
  }
  return result;
}

/** @param {Run[]} runs  @returns {Run[]} what takes them back */
export function reversed(runs) {
  return runs.map((run) => ({ ...run, added: !run.added })).reverse();
}

/** @param {Run[]} runs  @returns {Step[]} one for each element */
export function stepsOf(runs) {
  return runs.flatMap(({ set, at, ids, added }) => {
    const steps = ids.map((id, number) => ({ set, id, index: at + number, added }));
    return added ? steps : steps.reverse(); // the last goes first: the others stay where they were
  });
}

/**
 * @param {string[]} ids  of a set
 * @param {string[]} moved  some of them
 * @param {string|null} before  in front of which they shall stand; null: at the end
 * @returns {Move[]}
 */
export function moving(ids, moved, before) {
  const chosen = new Set(moved);
  const others = ids.filter((id) => !chosen.has(id));
  const to = before === null ? others.length : others.indexOf(before);
  const wanted = [...others.slice(0, to), ...ids.filter((id) => chosen.has(id)), ...others.slice(to)];
  const now = [...ids];
  /** @type {Move[]} */
  const moves = [];
  // What goes down is taken from its last, what goes up from its first: then none of them passes another.
  const up = wanted.filter((id, at) => chosen.has(id) && at < ids.indexOf(id));
  const down = wanted.filter((id, at) => chosen.has(id) && at > ids.indexOf(id)).reverse();
  for (const id of [...up, ...down]) {
    const move = { id, from: now.indexOf(id), to: wanted.indexOf(id) };
    now.splice(move.to, 0, ...now.splice(move.from, 1));
    moves.push(move);
  }
  return moves;
}

/** @param {string[]} ids  @param {Move[]} moves  @returns {string[]} */
export function ordered(ids, moves) {
  const now = [...ids];
  for (const { from, to } of moves) now.splice(to, 0, ...now.splice(from, 1));
  return now;
}

/** @param {Move[]} moves  @returns {Move[]} what takes them back */
export function movedBack(moves) {
  return moves.map(({ id, from, to }) => ({ id, from: to, to: from })).reverse();
}
