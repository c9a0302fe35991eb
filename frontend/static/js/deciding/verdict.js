/** Verdict and challenge: the fields, what is wrong with them, and the guideline of what was chosen. */
import { need } from "../common/dom.js";

/** @param {import("../evidence/work.js").Work} work */
export function createVerdict(work) {
  const form = need("#decision", HTMLFormElement);
  const radios = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input[name="verdict"]')]);
  const challenge = need("#challenge", HTMLSelectElement);
  const explanation = need("#challenge-explanation", HTMLElement);

  function explain() {
    explanation.textContent = challenge.selectedOptions[0]?.dataset.explanation ?? "";
  }

  function draw() {
    const { verdict, challenge: chosen } = work.body();
    radios.forEach((radio) => (radio.checked = radio.value === verdict));
    challenge.value = chosen;
    explain();
  }

  radios.forEach((radio) => radio.addEventListener("change", () => work.decide(radio.value)));
  challenge.addEventListener("change", () => work.challenge(challenge.value));
  work.onChange(({ kind }) => {
    if (kind === "verdict" || kind === "challenge" || kind === "all") draw();
  });
  draw();

  return {
    /** @param {number} number  from 0, as the keys 1 to 3 */
    choose(number) {
      const radio = radios[number];
      if (!radio) return;
      work.decide(radio.value);
      radio.focus();
    },
    /** @param {string} verdict  @returns {string} its name for people */
    verdictName: (verdict) => radios.find(({ value }) => value === verdict)?.dataset.name ?? verdict,
    /** @param {string} value */
    challengeName: (value) => [...challenge.options].find((option) => option.value === value)?.text ?? value,
  };
}
