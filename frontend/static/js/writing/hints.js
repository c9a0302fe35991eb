/** What could be better about the claims: asked of the server while one writes, shown below each, never in the way. */
import { json } from "../common/http.js";
import { make, need } from "../common/dom.js";
import { word } from "../common/words.js";
import { textOf } from "./claim-cards.js";
import { TYPES } from "./draft-shape.js";

/** @typedef {import("../types.js").ClaimType} ClaimType */
/** @typedef {import("../types.js").Hint} Hint */

const PAUSE_MS = 700;
const SHOWN = 4; // more at once nobody reads
const WHEN_DONE = ["no_final_period", "no_shared_name", "one_sentence_only"]; // true of every claim that is half written

/**
 * @param {string} address  of the assignment in the API
 * @param {import("./writing-work.js").WritingWork} work
 * @param {import("../keeping/operations.js").Log} log
 */
export function createHints(address, work, log) {
  let timer = 0;
  let asked = 0;
  /** @type {Partial<Record<ClaimType, Hint[]>>} */
  let hints = {};

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
      const open = openHints(type).slice(0, SHOWN);
      const drawn = open.map((hint) => nameOf(type, hint)).join();
      if (list.dataset.drawn === drawn) continue; // a screen reader should not hear the same again
      list.dataset.drawn = drawn;
      list.replaceChildren(...open.map((hint) => line(type, hint)));
    }
  }

  /** @param {ClaimType} type */
  function openHints(type) {
    const writing = document.activeElement === textOf(type);
    const dismissed = work.body().dismissed;
    return (hints[type] ?? []).filter(
      (hint) => !dismissed.includes(nameOf(type, hint)) && !(writing && WHEN_DONE.includes(hint.code)),
    );
  }

  /** @param {ClaimType} type  @param {Hint} hint */
  function line(type, hint) {
    const { start, end } = hint;
    const about = make(start === null ? "span" : "button", start === null ? {} : { type: "button", class: "hint-text" }, hint.message);
    if (start !== null) about.addEventListener("click", () => select(type, start, end));
    const close = make("button", { type: "button", class: "hint-dismiss", "aria-label": word("dismissHint", { hint: hint.message }), title: word("dismiss") });
    close.addEventListener("click", () => {
      log.hintDismissed(type, hint.code);
      work.dismiss(nameOf(type, hint));
      textOf(type).focus();
    });
    return make("li", { class: "hint", "data-code": hint.code }, about, close);
  }

  function soon() {
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), PAUSE_MS);
  }

  work.onChange(({ kind }) => {
    if (kind === "text" || kind === "all") soon();
    if (kind === "dismissed") draw();
  });
  TYPES.forEach((type) => textOf(type).addEventListener("blur", draw));
  if (TYPES.some((type) => work.body().claims[type].text)) void ask();
}

/** Shows the words that a hint is about. @param {ClaimType} type  @param {number} start  @param {number|null} end */
function select(type, start, end) {
  const field = textOf(type);
  field.focus();
  field.setSelectionRange(start, end ?? field.value.length);
}

/** @param {ClaimType} type  @param {Hint} hint */
function nameOf(type, hint) {
  return `${type} ${hint.code} ${hint.message}`;
}
