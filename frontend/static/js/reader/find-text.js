/** Finding words in text as people expect: no patterns, letters alike whatever their case or accents. Pure. */

/**
 * Folded text of the same length, so that a position in it is a position in the text.
 * @param {string} text
 */
export function folded(text) {
  return text.replace(/[A-Z\s]|[^\0-\x7f]/gu, foldedCharacter);
}

/** @param {string} character */
function foldedCharacter(character) {
  if (/\s/u.test(character)) return " ";
  const plain = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.length === character.length ? plain : character;
}

/**
 * @param {string} text  folded
 * @param {string} term  as typed
 * @returns {number[]} where it begins; hits do not overlap
 */
export function findAll(text, term) {
  const wanted = folded(term.normalize("NFC").trim());
  /** @type {number[]} */
  const found = [];
  if (wanted === "") return found;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}
