/** Names, numbers and dates of a claim, and whether words of evidence have them. Pure. */

/** @typedef {{text: string, isPart: boolean}} Piece  the pieces put together are the claim */

const MONTHS = "January February March April May June July August September October November December".split(" ");
const SMALL = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINAL = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const LARGE = "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion once twice".split(" ");
const BEGINNING = 4; // letters by which "Scottish" and "Scotland" are near enough
const BETWEEN = "of the de la van von der du al bin di da del".split(" "); // inside a name, never at its ends
// Capitals of a sentence's beginning that name nothing.
const OPENERS =
  `a about after all also although an and another any as at because before between both but by contrary despite during each either
  every few following for from given had has have he her here his how however if in instead into is it its less many more most neither
  no none nor not of on once only or other our out over per prior several she since so some such than that the their then there these
  they this those though through to under unlike until upon was were what when where which while who whose why with within without`.split(/\s+/);

const month = `(?:${MONTHS.join("|")})`;
const day = "\\d{1,2}(?:st|nd|rd|th)?";
const DATE = `(?:${day}\\s+(?:of\\s+)?${month}(?:,?\\s+\\d{3,4})?|${month}\\s+${day}(?:,\\s*\\d{3,4})?(?!\\d)|${month}\\s+\\d{3,4})`;
const NUMBER = "\\d+(?:[.,]\\d+)*(?:st|nd|rd|th|s|%)?(?![\\p{L}\\d])";
const WORDS = [...SMALL.slice(1), ...ORDINAL, ...LARGE].map((each) => `[${each[0]}${each[0].toUpperCase()}]${each.slice(1)}`);
const COUNT = `(?:${WORDS.join("|")})(?![\\p{L}\\d])`;
const CAPITAL = "\\p{Lu}[\\p{L}\\p{M}\\d.'’–-]*";
const OPENER = `(?:${OPENERS.map((each) => each[0].toUpperCase() + each.slice(1)).join("|")})(?![\\p{L}\\d])`;
const NAME = `(?!${OPENER})${CAPITAL}(?:\\s+(?:(?:${BETWEEN.join("|")})\\s+){0,2}${CAPITAL}|\\s+\\d+(?![\\d.,%]))*`;
const PART = new RegExp(`(?<![\\p{L}\\d])(?:(${DATE})|(${NUMBER})|((?:${COUNT}))|(${NAME}))`, "gu");

/** Whatever has a capital counts as a name, in German every noun. @param {string} text  @returns {Piece[]} */
export function claimPieces(text) {
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(PART)) {
    const at = found.index;
    const part = found[4] === undefined ? found[0] : nameIn(found[4]);
    if (at > end) pieces.push({ text: text.slice(end, at), isPart: false });
    pieces.push({ text: part, isPart: true });
    end = at + part.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isPart: false });
  return pieces;
}

/** A name without what hangs on at its end. @param {string} name */
function nameIn(name) {
  return name.replace(/(?:['’]s?|[.–-])$/u, "");
}

/** @param {string} text  @returns {Set<string>} its words and figures in a form in which they can be compared */
export function tokensOf(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/(\d)[,\u202f\u00a0](?=\d{3}(?!\d))/g, "$1");
  return new Set([...plain.matchAll(/\d+(?:\.\d+)?|\p{L}+/gu)].map(([token]) => figureOf(token)));
}

/**
 * @param {string} part
 * @param {Iterable<Set<string>>} cards  the tokens of each
 * @returns {boolean} whether one card has all of it
 */
export function isCovered(part, cards) {
  const wanted = [...tokensOf(part.replace(/(\d)(?:st|nd|rd|th|s)\b/giu, "$1"))].filter((token) => !BETWEEN.includes(token) || part === token);
  for (const tokens of cards) if (wanted.every((token) => tokens.has(token))) return true;
  return false;
}

/**
 * Whether it is worth asking why no card has a part of the claim: a figure, or a name of which no word is there. Left out is what mostly
 * follows from evidence (counts in words, decades, rounded numbers, times between two events) and a name at the beginning, which
 * may be any word.
 * @param {string} part
 * @param {Iterable<Set<string>>} cards  the tokens of each
 * @param {string} claim
 */
export function isWorthAsking(part, cards, claim) {
  const at = claim.indexOf(part);
  if (/\d/.test(part)) return !/\ds$/.test(part) && !isComputed(part, claim.slice(0, at), claim.slice(at + part.length));
  if (at === 0 || !/^\p{Lu}/u.test(part) || new RegExp(`^${COUNT}$`, "u").test(part)) return false;
  const beginnings = new Set([...cards].flatMap((tokens) => [...tokens].map((token) => token.slice(0, BEGINNING))));
  return [...tokensOf(part)].every((token) => !beginnings.has(token.slice(0, BEGINNING)));
}

/** @param {string} part  @param {string} before  @param {string} after */
function isComputed(part, before, after) {
  if (/^[12]\d{3}$/.test(part)) return false;
  return /\b(?:over|than|least|most|nearly|almost|about|around)\s+$/i.test(before) || /^\s+\w+\s+(?:after|before|until|later|earlier|older|younger|more|less|fewer)\b/i.test(after);
}

/** "eight" and 8 are the same. @param {string} token */
function figureOf(token) {
  const at = SMALL.indexOf(token);
  return at < 0 ? token : String(at + 1);
}
