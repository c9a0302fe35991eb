/**
 * Which elements of a page are evidence and which are context of some evidence; an element may be both.
 * It is context as long as at least one chosen element needs it, so uses are counted. No DOM.
 *
 * @param {(id: string) => string[]} contextOf  without what was left out
 */
export function createMarks(contextOf) {
  /** @type {Map<string, string[]>} chosen element -> the context it was counted with */
  const evidence = new Map();
  /** @type {Map<string, number>} */
  const uses = new Map();

  /** @param {string} id  @param {number} by */
  function count(id, by) {
    const left = (uses.get(id) ?? 0) + by;
    if (left > 0) uses.set(id, left);
    else uses.delete(id);
  }

  /** @param {string} id  @returns {string[]} the ids whose look may have changed */
  function add(id) {
    if (evidence.has(id)) return [];
    const context = contextOf(id);
    evidence.set(id, context);
    context.forEach((each) => count(each, 1));
    return [id, ...context];
  }

  /** @param {string} id  @returns {string[]} the ids whose look may have changed */
  function remove(id) {
    const context = evidence.get(id);
    if (!context) return [];
    evidence.delete(id);
    context.forEach((each) => count(each, -1));
    return [id, ...context];
  }

  return {
    add,
    remove,
    /** Something of its context was left out or put back. @param {string} id  @returns {string[]} as of `add` */
    renew: (id) => (evidence.has(id) ? [...remove(id), ...add(id)] : []),
    /** @param {string} id  @returns {{evidence: boolean, context: boolean}} */
    of: (id) => ({ evidence: evidence.has(id), context: uses.has(id) }),
    evidence: () => [...evidence.keys()],
  };
}
