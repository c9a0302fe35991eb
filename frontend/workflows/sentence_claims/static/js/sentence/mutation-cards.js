/** The second step: a card for each claim, with a box of each type; below each box the words that give the type away. */
import { make, need } from "../common/dom.js";
import { word } from "../common/words.js";
import { linesOf } from "./draft-shape.js";

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** @typedef {{card: HTMLElement, draw: (number: number) => void, rates: () => void, look: (type: string) => void, forget: () => void}} Card */

/**
 * @param {import("./sentence-work.js").SentenceWork} work
 * @param {import("./hints.js").Hints} hints
 * @param {import("./draft-shape.js").SentencePayload} payload
 */
export function createMutationCards(work, hints, { boxes }) {
  const place = need("#mutations", HTMLElement);
  const list = need("#mutation-cards", HTMLElement, place);
  const template = need("#claim-template", HTMLTemplateElement);
  /** @type {Card[]} */
  const cards = [];

  /** Lines of this type over all claims. @param {string} type */
  const allLines = (type) => work.body().boxes.flatMap((each) => linesOf(each[type] ?? ""));

  function draw() {
    const { text, mutating } = work.body();
    const claims = linesOf(text);
    while (cards.length > claims.length) {
      const last = cards.pop();
      last?.forget();
      last?.card.remove();
    }
    while (cards.length < claims.length) cards.push(newCard(cards.length));
    cards.forEach((card, number) => card.draw(number));
    place.hidden = !mutating || claims.length === 0;
  }

  /** @param {number} number @returns {Card} */
  function newCard(number) {
    const card = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
    const parts = boxes.map((box) => newBox(card, box, number));
    list.append(card);
    return {
      card,
      draw() {
        need("[data-number]", HTMLElement, card).textContent = String(number + 1);
        need("[data-claim]", HTMLElement, card).textContent = linesOf(work.body().text)[number] ?? "";
        parts.forEach((part) => part.draw());
      },
      rates: () => parts.forEach((part) => part.rates()),
      look: (type) => parts.forEach((part) => part.type === type && part.look()),
      forget: () => parts.forEach((part) => part.forget()),
    };
  }

  /** @param {HTMLElement} card  @param {import("./draft-shape.js").Box} box  @param {number} number */
  function newBox(card, box, number) {
    const element = need(`[data-type="${box.type}"]`, HTMLElement, card);
    const field = need("textarea", HTMLTextAreaElement, element);
    const rates = need(".rates", HTMLElement, element);
    field.id = `box-${number}-${box.type}`;
    need("label", HTMLLabelElement, element).htmlFor = field.id;
    const about = [need("[data-asks]", HTMLElement, element), need(".field-error", HTMLElement, element)];
    about.forEach((each, at) => (each.id = `${field.id}-${at}`));
    field.setAttribute("aria-describedby", about.map(({ id }) => id).join(" "));
    about[1].dataset.errors = `claims.${number}.${box.type}`;
    const text = () => work.body().boxes[number]?.[box.type] ?? "";
    const shown = hints.show(box.type, need(".hints", HTMLElement, element), field, () => linesOf(text()));
    field.addEventListener("input", () => work.writeBox(number, box.type, field.value));

    function drawRates() {
      const own = linesOf(text());
      const lines = allLines(box.type);
      const told = Object.keys(box.words).filter((each) => own.some((line) => wordsOf(line).has(each)));
      rates.replaceChildren(...told.map((each) => make("li", {}, rateOf(box, each, lines))));
    }

    return {
      type: box.type,
      draw() {
        if (field.value !== text()) field.value = text();
        shown.look();
        drawRates();
      },
      look: shown.look,
      rates: drawRates,
      forget: shown.forget,
    };
  }

  work.onChange(({ kind, number, type }) => {
    if (kind === "claims" || kind === "all" || kind === "step") draw();
    if (kind === "box" && number !== undefined && type) {
      cards[number]?.look(type);
      cards.forEach((card) => card.rates());
    }
  });
  draw();
  return {
    focus() {
      if (!place.hidden) need("#mutation-cards textarea", HTMLTextAreaElement).focus();
    },
  };
}

/** @param {import("./draft-shape.js").Box} box  @param {string} told  @param {string[]} lines  of this type, on this page */
function rateOf(box, told, lines) {
  const mine = lines.filter((line) => wordsOf(line).has(told)).length;
  const of = { word: told, mine, lines: lines.length };
  if (box.lines === 0) return word("rateNone", of);
  const count = box.words[told] ?? 0;
  return word("rate", { ...of, count, total: box.lines, share: `${Math.round((100 * count) / box.lines)} %` });
}

/** @param {string} line */
function wordsOf(line) {
  return new Set((line.normalize("NFC").toLowerCase().match(WORD) ?? []).map(String));
}
