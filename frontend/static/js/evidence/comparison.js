/** Evidence sets beside one another: what is in all of them, in some, in one alone. Pure. */

/** @typedef {{id: string, sets: number[]}} Compared */
/** @typedef {{in: "all"|"some"|number, pieces: Compared[]}} Section  a number: of the only set that has them */

/**
 * @param {string[][]} sets
 * @returns {{filled: number[], sections: Section[]}} sections without pieces are left out
 */
export function compared(sets) {
  const filled = sets.flatMap((ids, number) => (ids.length > 0 ? [number] : []));
  /** @type {Map<string, number[]>} */
  const where = new Map();
  for (const number of filled) {
    for (const id of sets[number]) where.set(id, [...(where.get(id) ?? []), number]);
  }
  const pieces = [...where].map(([id, numbers]) => ({ id, sets: numbers }));
  /** @type {Section[]} */
  const sections = [
    { in: "all", pieces: pieces.filter((piece) => filled.length > 1 && piece.sets.length === filled.length) },
    { in: "some", pieces: pieces.filter((piece) => piece.sets.length > 1 && piece.sets.length < filled.length) },
    ...filled.map((number) => ({ in: number, pieces: pieces.filter(({ sets: [only, more] }) => only === number && more === undefined) })),
  ];
  return { filled, sections: sections.filter((section) => section.pieces.length > 0) };
}
