/** Cards of questions with their answers: which fields an answer has by its type and medium, and where its source comes from. */
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { controlsOf, copyOf, count, identify, show } from "./card-fields.js";
import { bareWord, isMetadata, typeOf } from "./fields.js";

/** @typedef {import("./draft-shape.js").Answer} Answer */
/** @typedef {import("./draft-shape.js").Question} Question */

/**
 * @param {import("./fields.js").Fields} fields
 * @param {import("./card-work.js").CardWork} work
 */
export function createAnswers(fields, work) {
  /** The answer that a source found by the search goes to. */
  let current = "";

  /** @param {any} item  a question or an answer */
  function makeCard(item) {
    const card = copyOf("answers" in item ? "#question-template" : "#answer-template");
    identify(card, item.id);
    for (const control of controlsOf(card)) {
      show(control, item[control.dataset.name ?? ""] ?? "");
      count(control);
    }
    if (!("answers" in item)) listen(card, item.id);
    return card;
  }

  /** @param {HTMLElement} card  @param {string} id */
  function listen(card, id) {
    const address = need("[data-url]", HTMLInputElement, card);
    address.addEventListener("input", (event) => {
      event.stopPropagation(); // its value is a source, and not a text
      work.write(id, { source: address.value.trim() ? { kind: "url", url: address.value } : { kind: "none" } });
    });
    need("[data-drop-source]", HTMLButtonElement, card).addEventListener("click", () => {
      work.write(id, { source: { kind: "none" } });
      address.focus();
    });
    card.addEventListener("focusin", () => void mark(id));
    need('[data-name="answer"]', HTMLElement, card).addEventListener("focusout", () => sayBare(card, id));
  }

  /** A bare "yes" is explained where it was written. @param {HTMLElement} card  @param {string} id */
  function sayBare(card, id) {
    const answer = /** @type {Answer|undefined} */ (work.find(id)?.item);
    const bare = answer ? bareWord(fields, answer) : "";
    if (bare) need('[data-error="answer"]', HTMLElement, card).textContent = word("bareAnswer", { word: bare });
  }

  /** @param {string} id */
  function mark(id) {
    current = id;
    for (const card of document.querySelectorAll(".answer-card")) card.classList.toggle("is-current", /** @type {HTMLElement} */ (card).dataset.item === id);
  }

  /** @param {HTMLElement} card  @param {any} item */
  function refresh(card, item) {
    if ("answers" in item) return;
    const type = typeOf(fields, item.answer_type);
    const form = type?.form ?? "text";
    part(card, "text", form === "text");
    part(card, "choice", form === "choice");
    part(card, "fixed", form === "none");
    part(card, "explanation", form === "choice");
    part(card, "source", form !== "none");
    need('[data-part="fixed"]', HTMLElement, card).textContent = type?.text ?? "";
    drawChoices(need("[data-choices]", HTMLElement, card), type?.choices ?? [], item);
    const help = need("[data-type-help]", HTMLElement, card);
    help.textContent = type?.tooltip ?? "";
    drawSource(card, item);
  }

  /** @param {HTMLElement} card  @param {Answer} answer */
  function drawSource(card, answer) {
    const { source } = answer;
    const metadata = isMetadata(fields, answer);
    part(card, "url", !metadata && source.kind !== "page");
    part(card, "page", !metadata && source.kind === "page");
    part(card, "metadata", metadata);
    const field = need("[data-url]", HTMLInputElement, card);
    const url = "url" in source ? source.url : "";
    if (document.activeElement !== field) field.value = url;
    const link = need("[data-page-link]", HTMLAnchorElement, card);
    link.textContent = shown(source.kind === "page" ? source.title || url || source.element : url);
    const address = (source.kind === "page" && source.snapshot) || url; // our copy, where there is one: the page itself may be gone
    if (/^(https?:\/)?\//.test(address)) link.href = address;
    else link.removeAttribute("href");
    need("[data-page-element]", HTMLElement, card).textContent = source.kind === "page" && source.title ? shown(url || source.element) : "";
  }

  /** The answer that a found page goes to: the current one, or the first that still wants a source. @returns {Answer|null} */
  function receiver() {
    const questions = /** @type {Question[]} */ (work.body().questions);
    const answers = questions.flatMap((question) => question.answers);
    const wants = (/** @type {Answer} */ answer) => typeOf(fields, answer.answer_type)?.form !== "none";
    return answers.find(({ id }) => id === current) ?? answers.find((answer) => wants(answer) && answer.source.kind === "none") ?? answers.at(-1) ?? null;
  }

  return {
    makeCard,
    refresh,
    /** Make what was found the source of an answer. @param {{element: string, url: string|null, title: string, snapshot: string|null}} result  @returns {string} the id of the answer, "" where there is none */
    use({ element, url, title, snapshot }) {
      const answer = receiver();
      if (!answer) return "";
      work.write(answer.id, { source: { kind: "page", element, url: url ?? "", ...(title && { title }), ...(snapshot && { snapshot }) } });
      mark(answer.id);
      return answer.id;
    },
  };
}

/** @param {HTMLElement} card  @param {string} name  @param {boolean} isShown */
function part(card, name, isShown) {
  need(`[data-part="${name}"]`, HTMLElement, card).hidden = !isShown;
}

/** @param {HTMLElement} group  @param {string[]} choices  @param {Answer} answer */
function drawChoices(group, choices, answer) {
  const there = [...group.querySelectorAll("input")].map((input) => input.value);
  if (there.join("\n") !== choices.join("\n")) {
    group.replaceChildren(
      ...choices.map((choice) => make("label", { class: "choice-line" }, make("input", { type: "radio", name: `choice-${answer.id}`, value: choice }), ` ${choice}`)),
    );
  }
  for (const input of group.querySelectorAll("input")) input.checked = input.value === answer.answer;
}
