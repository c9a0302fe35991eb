/** Lines of the check before submission: which hold now, and what becomes of those that a draft keeps. Pure. */

/** @typedef {"header"|"part"|"page"|"search"|"opposite"} Code */
/** @typedef {"shown"|"dismissed"|"acted"|"silent"} State */
/** @typedef {{code: Code, subjects: string[]}} Line */
/** @typedef {Line & {state: State, reason: string, note: string, opened: string[]}} KeptLine  `opened`: subjects looked at from the line */
/** @typedef {{title: string, why: "evidence"|"named"|"suggested"}} NearPage */
/** @typedef {{element_id: string, page_title: string, against: string|null, card: import("../types.js").Excerpt}} Passage */
/** @typedef {{mode: "off"|"silent"|"shown", meaning: string, searched: boolean, pages: NearPage[], passages: Passage[]}} Answer */
/** @typedef {{headers: string[], parts: string[], opened: (title: string) => boolean, contradictions: string[][]}} Own  what this page knows */

/** @type {Code[]} */
const ORDER = ["header", "part", "page", "search", "opposite"];
const MOST = 50;

/**
 * Lines without anything to say are left out. A number that a card lacks says something only where the claim is held for supported;
 * a page that the claim names only where something is missing (docs/managers.md has the figures).
 * @param {Answer} answer
 * @param {Own} own
 * @param {KeptLine[]} kept
 * @returns {Line[]}
 */
export function linesNow({ meaning, searched, pages, passages }, { headers, parts, opened, contradictions }, kept) {
  const missing = meaning === "supports" ? parts : [];
  const asksForPages = meaning === "not_enough_info" || missing.length > 0;
  const near = pages.filter(({ title, why }) => !opened(title) && (why === "evidence" || asksForPages));
  const looked = new Set([...(kept.find(({ code }) => code === "opposite")?.opened ?? []), ...contradictions.flat()]);
  const subjects = {
    header: headers,
    part: missing,
    page: near.map(({ title }) => title),
    search: [],
    opposite: passages.map(({ element_id: id }) => id).filter((id) => !looked.has(id)),
  };
  const holds = (/** @type {Code} */ code) =>
    code === "search" ? meaning === "not_enough_info" && !searched : subjects[code].length > 0;
  return ORDER.filter(holds).map((code) => ({ code, subjects: subjects[code].slice(0, MOST) }));
}

/**
 * What a draft keeps of the check once these lines hold. A dismissed line stays so unless it is about something new; one that was
 * shown and no longer holds was acted upon.
 * @param {KeptLine[]} kept
 * @param {Line[]} now
 * @param {"silent"|"shown"} mode
 * @returns {KeptLine[]}
 */
export function merged(kept, now, mode) {
  if (mode === "silent") return now.map((line) => fresh(line, "silent"));
  return ORDER.flatMap((code) => {
    const before = kept.find((line) => line.code === code);
    const line = now.find((each) => each.code === code);
    if (!line) return before ? [before.state === "shown" ? { ...before, state: "acted" } : before] : [];
    const known = before?.state === "dismissed" && line.subjects.every((each) => before.subjects.includes(each));
    return [known ? before : { ...fresh(line, "shown"), opened: before?.opened ?? [] }];
  });
}

/** @param {KeptLine[]} before  @param {KeptLine[]} after  @returns {{name: string, value: string, detail: {subjects: string[]}}[]} for the log */
export function newsOf(before, after) {
  return after.flatMap(({ code, state, subjects }) => {
    const was = before.find((line) => line.code === code);
    const same = was?.state === state && was.subjects.join("\n") === subjects.join("\n");
    if (same || state === "dismissed" || state === "silent") return [];
    return [{ name: `check-${state}`, value: code, detail: { subjects } }];
  });
}

/** What is stored with the submission. @param {KeptLine[]} kept */
export function submitted(kept) {
  return kept.map(({ code, subjects, state, reason, note }) => ({ code, subjects, state, reason, note }));
}

/** A draft of another version has none of it, or something else there. @param {{check?: unknown}} body  @returns {KeptLine[]} */
export function keptLines({ check }) {
  if (!Array.isArray(check)) return [];
  return check
    .filter(({ code }) => ORDER.includes(code))
    .map(({ code, subjects = [], state = "shown", reason = "", note = "", opened = [] }) => ({ code, subjects, state, reason, note, opened }));
}

/** @param {Line} line  @param {State} state  @returns {KeptLine} */
function fresh({ code, subjects }, state) {
  return { code, subjects, state, reason: "", note: "", opened: [] };
}
