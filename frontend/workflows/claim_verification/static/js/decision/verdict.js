/** Verdict and challenge: the fields, what they mean, and what to ask oneself before going on. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { labelOf } from "../evidence/labels.js";
import { setName } from "../evidence/set-name.js";

/**
 * @param {import("../evidence/work.js").Work} work
 * @param {import("../lines/lines.js").Lines|null} lines  where each set has a label; the verdicts but one are those labels then
 */
export function createVerdict(work, lines) {
  const form = need("#decision", HTMLFormElement);
  const radios = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input[name="verdict"]')]);
  const notEnoughInfo = radios.find(({ dataset }) => "notEnoughInfo" in dataset);
  const questions = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-questions]")]);
  const challenge = lines ? null : need("#challenge", HTMLSelectElement);
  const unsure = need("#unsure", HTMLInputElement);

  /** The verdict of the whole, else the label of the set that is shown. */
  const shownVerdict = () => work.body().verdict || labelOf(work.body(), lines ? lines.target() : work.body().active_set);

  function draw() {
    const { challenge: chosen, unsure: isUnsure } = work.body();
    const verdict = shownVerdict();
    unsure.checked = isUnsure;
    radios.forEach((radio) => (radio.checked = radio.value === verdict));
    questions.forEach((each) => (each.hidden = each.dataset.questions !== verdict));
    if (lines) need("#label-of", HTMLElement).textContent = word("labelOfSet", { set: setName(work, lines.target()) });
    if (!challenge) return;
    challenge.value = chosen;
    need("#challenge-explanation", HTMLElement).textContent = challenge.selectedOptions[0]?.dataset.explanation ?? "";
  }

  /** @param {string} verdict */
  function decide(verdict) {
    if (lines) {
      if (verdict === notEnoughInfo?.value) work.decideWhole(verdict === work.body().verdict ? "" : verdict);
      else lines.label(verdict);
      draw(); // also where nothing changed
      return;
    }
    if (verdict === work.body().verdict) return;
    work.decide(verdict);
    const asked = questions.find((each) => !each.hidden);
    if (asked) announce(asked.textContent?.trim().replace(/\s+/g, " ") ?? "");
  }

  radios.forEach((radio) => radio.addEventListener("change", () => decide(radio.value)));
  if (lines) radios.forEach((radio) => radio.addEventListener("click", () => radio.value === shownVerdict() && decide(radio.value))); // takes it off
  unsure.addEventListener("change", () => work.flagUnsure(unsure.checked));
  challenge?.addEventListener("change", () => work.challenge(challenge.value));
  lines?.onTarget(draw);
  work.onChange(({ kind }) => {
    if (lines && kind !== "place") draw();
    else if (kind === "verdict" || kind === "challenge" || kind === "unsure" || kind === "all") draw();
  });
  draw();

  /** @param {HTMLInputElement} [radio] */
  function choose(radio) {
    if (!radio) return;
    decide(radio.value);
    if (!lines) radio.focus(); // there the keyboard stays at the line
  }

  return {
    /** @type {Record<string, () => void>} the place of each verdict, from 1 */
    keys: {
      ...Object.fromEntries(radios.map((radio, place) => [String(place + 1), () => choose(radio)])),
      u: () => work.flagUnsure(!work.body().unsure),
    },
    /** The verdict that the corpus does not tell; none where the project has no such label. */
    notEnoughInfo: notEnoughInfo?.value,
    chooseNotEnoughInfo: () => choose(notEnoughInfo),
    /** @param {string} verdict  whether it is refused without evidence */
    needsEvidence: (verdict) => !radios.some(({ value, dataset }) => value === verdict && "noEvidence" in dataset),
    /** @param {string} verdict */
    chooseValue: (verdict) => choose(radios.find(({ value }) => value === verdict)),
    /** @param {string} verdict  @returns {string} its name for people */
    verdictName: (verdict) => radios.find(({ value }) => value === verdict)?.dataset.name ?? verdict,
    /** @param {string} value */
    challengeName: (value) => [...(challenge?.options ?? [])].find((option) => option.value === value)?.text ?? value,
  };
}
