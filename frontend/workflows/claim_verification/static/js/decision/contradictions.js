/** “The corpus contradicts itself”: pairs of passages, recorded beside the evidence. */
import { announce } from "../common/announce.js";
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";

/** @typedef {(id: string) => import("../types.js").Excerpt|null} ExcerptOf */

const MOST = 10;
const LONGEST = 90; // characters of a passage in a list to choose from

/** A draft of another version has none, or something else there. @param {{contradictions?: unknown}} body  @returns {string[][]} */
export function pairsOf({ contradictions }) {
  if (!Array.isArray(contradictions)) return [];
  return contradictions.filter((pair) => Array.isArray(pair) && pair.length === 2);
}

/**
 * @param {Object} parts
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {ReturnType<typeof import("../evidence/excerpts.js").createExcerpts>} parts.excerpts
 * @param {Pick<import("../sync/operations.js").Log, "writeAll">} parts.log
 * @param {() => boolean} parts.mayWrite
 */
export function setUpContradictions({ work, excerpts, log, mayWrite }) {
  const dialog = need("#contradiction-dialog", HTMLDialogElement);
  const list = need("#contradiction-list", HTMLElement);
  const form = need("#contradiction-form", HTMLFormElement);
  const selects = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select")]);
  const few = need("#contradiction-few", HTMLElement);
  const inConfirmation = need("#confirm-contradictions", HTMLElement);

  const pairs = () => pairsOf(work.body());

  /** @param {string} first  @param {string} second */
  function record(first, second) {
    const known = pairs().some((pair) => pair.includes(first) && pair.includes(second));
    if (!mayWrite() || known || first === second || pairs().length >= MOST) return;
    log.writeAll([{ name: "contradiction-recorded", value: first, detail: { other: second } }]);
    work.note({ contradictions: [...pairs(), [first, second]] });
    announce(word("contradictionRecorded"));
    draw();
  }

  /** @param {number} number */
  function remove(number) {
    const [first, second] = pairs()[number];
    if (!mayWrite()) return;
    log.writeAll([{ name: "contradiction-removed", value: first, detail: { other: second } }]);
    work.note({ contradictions: pairs().filter((_, at) => at !== number) });
    draw();
  }

  /** @param {string} id */
  function passage(id) {
    const card = excerpts.get(id);
    const where = card ? [card.page, ...card.sections].map(shown).join(" › ") : "";
    return make("li", { "data-passage": id }, make("span", { class: "muted small" }, where), make("br"), shown(card?.text || id));
  }

  /** @param {string[]} pair  @param {number|null} number  null: it cannot be removed here */
  function drawn(pair, number) {
    const button = number === null ? null : make("button", { type: "button", class: "button small", "data-remove": String(number) }, word("remove"));
    return make("div", { class: "contradiction" }, make("ul", { class: "contradiction-pair" }, ...pair.map(passage)), button);
  }

  function draw() {
    list.replaceChildren(...pairs().map((pair, number) => drawn(pair, number)));
    inConfirmation.hidden = pairs().length === 0;
    need("[data-pairs]", HTMLElement, inConfirmation).replaceChildren(...pairs().map((pair) => drawn(pair, null)));
    const chosen = [...new Set(work.body().sets.flat())];
    few.hidden = chosen.length > 1;
    form.hidden = chosen.length < 2;
    selects.forEach((select, at) => {
      const before = chosen.includes(select.value) ? select.value : chosen[at];
      select.replaceChildren(...chosen.map((id) => make("option", { value: id, selected: id === before }, label(id))));
    });
  }

  /** @param {string} id */
  function label(id) {
    const card = excerpts.get(id);
    const text = card ? `${card.page}: ${card.text}` : id;
    return shown(text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
  }

  need("#contradiction-open", HTMLButtonElement).addEventListener("click", () => {
    need("#set-menu", HTMLDetailsElement).open = false;
    draw();
    dialog.showModal();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    record(selects[0].value, selects[1].value);
  });
  list.addEventListener("click", ({ target }) => {
    const { remove: number } = (target instanceof Element ? target.closest("button") : null)?.dataset ?? {};
    if (number !== undefined) remove(Number(number));
  });
  need("[data-close]", HTMLButtonElement, dialog).addEventListener("click", () => dialog.close());
  excerpts.want(pairs().flat(), []);

  return { record, draw };
}
