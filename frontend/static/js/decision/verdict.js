/** Verdict and challenge: the fields, what they mean, and what to ask oneself before going on. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";

/** @param {import("../evidence/work.js").Work} work */
export function createVerdict(work) {
  const form = need("#decision", HTMLFormElement);
  const radios = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input[name="verdict"]')]);
  const questions = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-questions]")]);
  const challenge = need("#challenge", HTMLSelectElement);
  const explanation = need("#challenge-explanation", HTMLElement);

  function draw() {
    const { verdict, challenge: chosen } = work.body();
    radios.forEach((radio) => (radio.checked = radio.value === verdict));
    questions.forEach((each) => (each.hidden = each.dataset.questions !== verdict));
    challenge.value = chosen;
    explanation.textContent = challenge.selectedOptions[0]?.dataset.explanation ?? "";
  }

  /** @param {string} verdict */
  function decide(verdict) {
    if (verdict === work.body().verdict) return;
    work.decide(verdict);
    const asked = questions.find((each) => !each.hidden);
    if (asked) announce(asked.textContent?.trim().replace(/\s+/g, " ") ?? "");
  }

  radios.forEach((radio) => radio.addEventListener("change", () => decide(radio.value)));
  challenge.addEventListener("change", () => work.challenge(challenge.value));
  work.onChange(({ kind }) => {
    if (kind === "verdict" || kind === "challenge" || kind === "all") draw();
  });
  draw();

  /** @param {HTMLInputElement} [radio] */
  function choose(radio) {
    if (!radio) return;
    decide(radio.value);
    radio.focus();
  }

  return {
    /** @param {number} number  from 0, as the keys 1 to 3 */
    choose: (number) => choose(radios[number]),
    /** @param {string} verdict */
    chooseValue: (verdict) => choose(radios.find(({ value }) => value === verdict)),
    /** @param {string} verdict  @returns {string} its name for people */
    verdictName: (verdict) => radios.find(({ value }) => value === verdict)?.dataset.name ?? verdict,
    /** @param {string} value */
    challengeName: (value) => [...challenge.options].find((option) => option.value === value)?.text ?? value,
  };
}
