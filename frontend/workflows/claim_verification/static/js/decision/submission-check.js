/**
 * One polite check before submission: a short list in the confirmation, each line to be dismissed with a reason. It blocks nothing,
 * and is not there where it has nothing to say. The server's part is asked for while the person still works.
 */
import { verdictOf } from "../evidence/labels.js";
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { json, LoggedOut, Refused, Unreachable } from "../common/http.js";
import { word } from "../common/words.js";
import { drawLines } from "./check-list.js";
import { keptLines, linesNow, merged, newsOf, submitted } from "./check-lines.js";
import { pairsOf } from "./contradictions.js";

/** @typedef {import("./check-lines.js").Answer} Answer */

const PAUSE_MS = 600;

/**
 * @param {Object} parts
 * @param {boolean} parts.isOn  whether the project has it, for this work
 * @param {string} parts.address  of the assignment in the API
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {Pick<import("../sync/sender.js").Sender, "flush">} parts.sender
 * @param {Pick<import("../sync/operations.js").Log, "writeAll">} parts.log
 * @param {ReturnType<typeof import("../evidence/excerpts.js").createExcerpts>} parts.excerpts
 * @param {(set: number) => import("../claim/claim-checklist.js").Check[]} parts.checks
 * @param {{page: (title: string) => void, element: (id: string) => void}} parts.open
 * @param {() => void} parts.leave  the confirmation is left for the page
 * @param {(first: string, second: string) => void} parts.contradict
 */
export function setUpCheck({ isOn, address, work, outbox, sender, log, excerpts, checks, open, leave, contradict }) {
  const section = need("#confirm-check", HTMLElement);
  const dialog = need("#confirmation", HTMLDialogElement);
  /** @type {{key: string, answer: Promise<Answer|null>}|null} */
  let asked = null;
  /** @type {Answer|null} */
  let known = null;
  let timer = 0;

  const kept = () => keptLines(work.body());
  const chosen = () => [...new Set(work.body().sets.flat())];
  const keyOf = () => JSON.stringify([verdictOf(work.body()), chosen(), outbox.data.visited]);

  /** @param {import("./check-lines.js").KeptLine[]} lines */
  function keep(lines) {
    work.note({ check: lines });
  }

  async function request() {
    await sender.flush(); // it reads the log
    try {
      return /** @type {Answer} */ (await json("POST", `${address}check/`, { verdict: verdictOf(work.body()), elements: chosen() }));
    } catch (error) {
      if (error instanceof Unreachable || error instanceof LoggedOut || error instanceof Refused) return null;
      throw error;
    }
  }

  /** @returns {Promise<Answer|null>} */
  function ask() {
    const key = keyOf();
    if (asked?.key !== key) asked = { key, answer: request() };
    const mine = asked;
    void mine.answer.then((answer) => void (answer === null && asked === mine && (asked = null))); // to be asked again
    return mine.answer;
  }

  function soon() {
    clearTimeout(timer);
    if (isOn && verdictOf(work.body()) && chosen().length > 0 && outbox.isWritable()) timer = window.setTimeout(() => void ask(), PAUSE_MS);
  }

  /** @returns {import("./check-lines.js").Own} */
  function own() {
    const { sets, dropped, contradictions } = work.body();
    const headers = sets.flatMap((ids, set) => ids.flatMap((id) => dropped[set]?.[id] ?? []));
    const filled = sets.flatMap((ids, set) => (ids.length > 0 ? [checks(set)] : []));
    // Each set has to do for itself; what no set has, and what is a figure or all of a name, is worth a line.
    const missing = (filled[0] ?? []).filter(({ isWorth }, at) => isWorth && filled.every((set) => !set[at].isCovered && set[at].isWorth));
    return {
      headers: [...new Set(headers)],
      parts: missing.map(({ text }) => text),
      opened: (title) => outbox.data.visited.some((each) => each.normalize("NFC") === title.normalize("NFC")),
      contradictions: pairsOf({ contradictions }),
    };
  }

  function renew() {
    if (!known || known.mode === "off" || !outbox.isWritable()) return;
    const before = kept();
    const after = merged(before, linesNow(known, own(), before), known.mode);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      log.writeAll(newsOf(before, after));
      keep(after);
    }
  }

  function draw() {
    const lines = known?.mode === "shown" ? kept().filter(({ state }) => state === "shown" || state === "dismissed") : [];
    const holding = known ? new Set(linesNow(known, own(), kept()).map(({ code }) => code)) : new Set();
    const shown = lines.filter(({ code }) => holding.has(code));
    section.hidden = shown.length === 0;
    drawLines(section, shown, known?.passages ?? [], excerpts.get);
    return shown.filter(({ state }) => state === "shown").length;
  }

  /** @param {string} code  @param {string} reason  @param {string} note  an empty reason takes the dismissal back */
  function dismiss(code, reason, note) {
    const detail = { subjects: kept().find((line) => line.code === code)?.subjects ?? [], reason, note };
    log.writeAll([{ name: "check-dismissed", value: code, detail: reason ? detail : { subjects: detail.subjects, taken_back: true } }]);
    keep(kept().map((line) => (line.code === code ? { ...line, state: reason ? "dismissed" : "shown", reason, note: reason ? note : "" } : line)));
  }

  section.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
    const { code } = target.closest("li")?.dataset ?? {};
    const line = kept().find((each) => each.code === code);
    if (!line) return;
    if (target instanceof HTMLSelectElement) dismiss(line.code, target.value, line.note);
    else dismiss(line.code, line.reason, target.value);
    if (target instanceof HTMLSelectElement) {
      draw();
      /** @type {HTMLElement|null} */ (section.querySelector(`li[data-code="${line.code}"] select`))?.focus();
    }
  });
  section.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return; // a note is kept while it is typed
    const { code } = target.closest("li")?.dataset ?? {};
    keep(kept().map((line) => (line.code === code ? { ...line, note: target.value } : line)));
  });
  section.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const { openPage, openElement, contradicts } = button?.dataset ?? {};
    const passage = known?.passages.find(({ element_id: id }) => id === (openElement ?? contradicts));
    if (openPage !== undefined) {
      log.writeAll([{ name: "check-opened", value: openPage }]);
      leave();
      open.page(openPage);
    } else if (passage && openElement !== undefined) {
      log.writeAll([{ name: "check-opened", value: openElement }]);
      keep(kept().map((line) => (line.code === "opposite" ? { ...line, opened: [...line.opened, openElement] } : line)));
      excerpts.give([passage.card]);
      leave();
      open.element(openElement);
    } else if (passage?.against && contradicts !== undefined) {
      excerpts.give([passage.card]);
      contradict(passage.against, contradicts);
      renew();
      draw();
      need("#confirm-submit", HTMLElement).focus();
    }
  });
  work.onChange(({ kind }) => void (["evidence", "verdict", "all"].includes(kind) && soon()));
  soon();

  return {
    /** The confirmation has opened. */
    async show() {
      section.hidden = true;
      section.dataset.state = isOn ? "asking" : "off";
      known = null;
      if (!isOn || !outbox.isWritable()) return;
      const key = keyOf();
      const answer = await ask();
      if (key !== keyOf() || !dialog.open || dialog.dataset.stage !== "confirm") return;
      known = answer;
      renew();
      const count = draw();
      section.dataset.state = "ready";
      if (count > 0) announce(word("checkCame", { count }));
    },
    /** What is stored with the submission. */
    lines() {
      renew();
      return submitted(kept());
    },
  };
}
