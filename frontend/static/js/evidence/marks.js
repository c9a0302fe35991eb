/**
 * Which elements of a page are evidence and which are context of some evidence.
 * An element is context as long as at least one chosen element needs it, so uses are counted. No DOM.
 *
 * @param {(id: string) => string[]} contextOf
 */
export function createMarks(contextOf) {
  /** @type {Set<string>} */
  const evidence = new Set();
  /** @type {Map<string, number>} */
  const uses = new Map();

  /** @param {string} id  @param {number} by */
  function count(id, by) {
    const left = (uses.get(id) ?? 0) + by;
    if (left > 0) uses.set(id, left);
    else uses.delete(id);
  }

  return {
    /** @param {string} id  @returns {string[]} the ids whose look may have changed */
    add(id) {
      if (evidence.has(id)) return [];
      evidence.add(id);
      const context = contextOf(id);
      context.forEach((each) => count(each, 1));
      return [id, ...context];
    },
    /** @param {string} id  @returns {string[]} the ids whose look may have changed */
    remove(id) {
      if (!evidence.delete(id)) return [];
      const context = contextOf(id);
      context.forEach((each) => count(each, -1));
      return [id, ...context];
    },
    /** @param {string} id  @returns {"evidence"|"context"|null} */
    of(id) {
      if (evidence.has(id)) return "evidence";
      return uses.has(id) ? "context" : null;
    },
    evidence: () => [...evidence],
  };
}
