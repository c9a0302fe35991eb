/** What could be better about the claims: asked of the server while one writes, shown below each, never in the way. */
import { json } from "../common/http.js";
import { make, need } from "../common/dom.js";
import { word } from "../common/words.js";
import { placeCards } from "../evidence/card-placing.js";
import { textOf } from "./claim-cards.js";
import { TYPES } from "./draft-shape.js";

/** @typedef {import("../types.js").ClaimType} ClaimType */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {{hint: Hint, element: HTMLElement}} Line */

const PAUSE_MS = 700;
const SHOWN = 4; // more at once nobody reads: the others are counted, and one click away
const WHEN_DONE = ["no_final_period", "no_shared_name", "one_sentence_only"]; // true of every claim that is half written

/**
 * @param {string} address  of the assignment in the API
 * @param {import("./writing-work.js").WritingWork} work
 * @param {import("../sync/operations.js").Log} log
 */
export function createHints(address, work, log) {
  let timer = 0;
  let asked = 0;
  /** @type {Partial<Record<ClaimType, Hint[]>>} */
  let hints = {};
  /** @type {Record<ClaimType, Map<string, Line>>} by name, so that one stays itself under finger and keyboard */
  const lines = { I: new Map(), II: new Map(), III: new Map() };

  async function ask() {
    const number = ++asked;
    const { claims } = work.body();
    const texts = Object.fromEntries(TYPES.map((type) => [type, claims[type].text]));
    try {
      const answer = await json("POST", `${address}hints/`, { texts });
      if (number !== asked) return; // something was typed since
      hints = answer.hints;
      draw();
    } catch {
      // no hints for now: they come with the next letter typed
    }
  }

  function draw() {
    for (const type of TYPES) {
      const list = need(`[data-hints="${type}"]`, HTMLElement);
      const open = openHints(type);
      const isWhole = moreOf(type).getAttribute("aria-expanded") === "true";
      lines[type] = drawn(type, isWhole ? open : open.slice(0, SHOWN), lines[type]);
      count(type, open.length, isWhole);
      placeCards(list, [...lines[type].values()].map(({ element }) => element)); // the same is not read out again
    }
  }

  /** @param {ClaimType} type */
  const moreOf = (type) => need(`[data-more="${type}"]`, HTMLButtonElement);

  /** @param {ClaimType} type  @param {number} total  @param {boolean} isWhole */
  function count(type, total, isWhole) {
    const more = moreOf(type);
    more.hidden = total <= SHOWN;
    more.textContent = isWhole ? word("fewerHints", { total }) : word("moreHints", { shown: SHOWN, total });
  }

  /** @param {ClaimType} type  @param {Hint[]} open  @param {Map<string, Line>} before  @returns {Map<string, Line>} */
  function drawn(type, open, before) {
    const now = new Map();
    for (const hint of open) {
      let name = nameOf(type, hint);
      while (now.has(name)) name += " again"; // the same of other words
      const line = before.get(name) ?? newLine(type, hint);
      line.hint = hint; // its words may have moved
      now.set(name, line);
    }
    return now;
  }

  /** @param {ClaimType} type */
  function openHints(type) {
    const writing = document.activeElement === textOf(type);
    const dismissed = work.body().dismissed;
    return (hints[type] ?? []).filter(
      (hint) => !dismissed.includes(nameOf(type, hint)) && !(writing && WHEN_DONE.includes(hint.code)),
    );
  }

  /** @param {ClaimType} type  @param {Hint} hint  @returns {Line} */
  function newLine(type, hint) {
    const points = hint.start !== null;
    const about = make(points ? "button" : "span", points ? { type: "button", class: "hint-text" } : {}, hint.message);
    if (points) about.addEventListener("click", () => select(type, line.hint));
    const close = make("button", { type: "button", class: "hint-dismiss", "aria-label": word("dismissHint", { hint: hint.message }), title: word("dismiss") });
    close.addEventListener("click", () => {
      log.hintDismissed(type, hint.code);
      work.dismiss(nameOf(type, hint));
      textOf(type).focus();
    });
    const element = make("li", { class: "hint", "data-code": hint.code }, about, close);
    // Leaving the field for it would bring new hints, and move it away between pressing and letting go.
    element.addEventListener("mousedown", (event) => {
      if (event.target instanceof Element && event.target.closest("button")) event.preventDefault();
    });
    const line = { hint, element };
    return line;
  }

  function soon() {
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), PAUSE_MS);
  }

  work.onChange(({ kind }) => {
    if (kind === "text" || kind === "all") soon();
    if (kind === "dismissed") draw();
  });
  for (const type of TYPES) {
    textOf(type).addEventListener("blur", draw);
    moreOf(type).addEventListener("click", () => {
      moreOf(type).setAttribute("aria-expanded", String(moreOf(type).getAttribute("aria-expanded") !== "true"));
      draw();
    });
  }
  if (TYPES.some((type) => work.body().claims[type].text)) void ask();
}

/** Shows the words that a hint is about. @param {ClaimType} type  @param {Hint} hint */
function select(type, { start, end }) {
  const field = textOf(type);
  field.focus();
  field.setSelectionRange(start, end ?? field.value.length);
}

/** @param {ClaimType} type  @param {Hint} hint */
function nameOf(type, hint) {
  return `${type} ${hint.code} ${hint.message}`;
}
