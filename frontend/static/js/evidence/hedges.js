/** Words by which a sentence leaves open whether something is so ("probably", "might"). Pure. */

/** @typedef {{text: string, hedge: boolean}} Piece */

/**
 * @param {Record<string, string[]>} lexicon  language -> phrases in lower case
 * @returns {(text: string, language: string) => Piece[]} the text in pieces, in order; without hedges it is one
 */
export function createHedgeFinder(lexicon) {
  /** @type {Map<string, RegExp|null>} */
  const patterns = new Map();

  /** @param {string} language  such as "en" or "en-GB" */
  function patternOf(language) {
    const base = language.toLowerCase().split("-")[0];
    if (!patterns.has(base)) patterns.set(base, patternFor(lexicon[base] ?? []));
    return patterns.get(base) ?? null;
  }

  return function pieces(text, language) {
    const pattern = patternOf(language);
    const found = pattern ? [...text.matchAll(pattern)].filter((match) => !isInName(match, text)) : [];
    let from = 0;
    const parts = found.flatMap((match) => {
      const before = text.slice(from, match.index);
      from = match.index + match[0].length;
      return [{ text: before, hedge: false }, { text: match[0], hedge: true }];
    });
    return [...parts, { text: text.slice(from), hedge: false }].filter((piece) => piece.text !== "");
  };
}

/** @param {string[]} phrases  @returns {RegExp|null} the longest first; no letter before or after */
function patternFor(phrases) {
  const longest = [...phrases].sort((one, other) => other.length - one.length);
  const escaped = longest.map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "\\s+"));
  return escaped.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "giu") : null;
}

/** "May 1921", "Cape Might": a capital within the sentence, or at its start before another one. @param {RegExpMatchArray} match  @param {string} text */
function isInName(match, text) {
  const at = match.index ?? 0;
  const after = text.slice(at + match[0].length).trimStart();
  return /^\p{Lu}/u.test(match[0]) && (at > 0 || /^[\p{Lu}\p{N}]/u.test(after));
}
