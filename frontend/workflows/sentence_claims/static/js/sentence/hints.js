/** What could be better about lines: asked of the server once for each, and shown below their field, never in the way. */
import { json } from "../common/http.js";
import { make } from "../common/dom.js";
import { word } from "../common/words.js";

/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {ReturnType<typeof createHints>} Hints */

const PAUSE_MS = 700;
const PRESSED_MS = 300;
const AT_ONCE = 100; // lines of a request
const WHEN_DONE = ["no_final_period"]; // true of every line that is half written

/**
 * @param {string} address  of the assignment in the API
 * @param {import("./sentence-work.js").SentenceWork} work
 */
export function createHints(address, work) {
  /** @type {Map<string, Hint[]>} by type and line */
  const known = new Map();
  /** @type {Set<() => void>} */
  const fields = new Set();
  /** @type {Map<string, {mutation: string, text: string}>} */
  const wanted = new Map();
  let timer = 0;

  /** @param {string} mutation  @param {string} text */
  const keyOf = (mutation, text) => `${mutation} ${text}`;

  async function ask() {
    const asked = [...wanted].slice(0, AT_ONCE);
    if (asked.length === 0) return;
    try {
      const lines = asked.map(([, line], at) => ({ key: String(at), ...line }));
      const { hints } = await json("POST", `${address}line-hints/`, { lines });
      for (const [at, [key]] of asked.entries()) {
        known.set(key, hints[String(at)] ?? []);
        wanted.delete(key);
      }
      fields.forEach((draw) => draw());
      if (wanted.size > 0) void ask();
    } catch {
      // no hints for now: they come with the next letter typed
    }
  }

  /** Ask for the hints on these lines, once they have stood for a moment. @param {string} mutation  @param {string[]} lines */
  function want(mutation, lines) {
    for (const text of lines) {
      if (!known.has(keyOf(mutation, text))) wanted.set(keyOf(mutation, text), { mutation, text });
    }
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), PAUSE_MS);
  }

  /**
   * Show the hints of a field of lines in its list. Returns what draws them again.
   * @param {string} mutation  "" of claims  @param {HTMLElement} list
   * @param {HTMLTextAreaElement} field  @param {() => string[]} lines
   */
  function show(mutation, list, field, lines) {
    function draw() {
      const current = lines();
      const typing = document.activeElement === field;
      for (const key of [...wanted.keys()]) if (!stillThere(key)) wanted.delete(key);
      const open = current.flatMap((text, at) =>
        (known.get(keyOf(mutation, text)) ?? [])
          .filter((hint) => !(typing && WHEN_DONE.includes(hint.code) && at === current.length - 1))
          .filter((hint) => !work.body().dismissed.includes(nameOf(text, hint)))
          .map((hint) => lineOf(hint, text, current.length > 1 ? at + 1 : 0)),
      );
      list.replaceChildren(...open);
    }

    /** Lines that were typed over are not asked about. @param {string} key */
    function stillThere(key) {
      const line = wanted.get(key);
      return line?.mutation !== mutation || document.activeElement !== field || lines().includes(line.text) || !isOfThis(line.text);
    }

    /** @param {string} text */
    const isOfThis = (text) => lines().some((line) => line.startsWith(text) || text.startsWith(line));

    /** @param {Hint} hint  @param {string} text  @param {number} number  of the line, 0 where there is one only */
    function lineOf(hint, text, number) {
      const said = number ? word("lineNumber", { number, text: hint.message }) : hint.message;
      const close = make("button", { type: "button", class: "hint-dismiss", "aria-label": word("dismissHint", { hint: hint.message }), title: word("dismiss") });
      close.addEventListener("click", () => {
        work.dismiss(nameOf(text, hint));
        field.focus();
      });
      return make("li", { class: "hint", "data-code": hint.code }, make("span", {}, said), close);
    }

    fields.add(draw);
    // A hint that comes with leaving the field must not move what was pressed away from under the pointer.
    field.addEventListener("blur", () => void setTimeout(draw, PRESSED_MS));
    return {
      draw,
      look() {
        want(mutation, lines());
        draw();
      },
      forget: () => void fields.delete(draw),
    };
  }

  work.onChange(({ kind }) => kind === "dismissed" && fields.forEach((draw) => draw()));
  return { show };
}

/** @param {string} text  @param {Hint} hint */
function nameOf(text, hint) {
  return `${hint.code} ${text}`;
}
