/** When the steps of a walkthrough are done. */
import { need } from "../common/dom.js";
import { setUpSteps } from "../guided/guided.js";
import { linesOf } from "./draft-shape.js";

const CLAIMS = 2;
const BOXES = 3;

/**
 * @param {import("../guided/guided.js").Guided} guided
 * @param {import("./sentence-work.js").SentenceWork} work
 */
export function setUpSentenceSteps(guided, work) {
  const seen = { read: false, dictionary: false, hints: false };
  const field = need("#true-claims", HTMLTextAreaElement);
  const claims = () => linesOf(work.body().text).length >= CLAIMS;
  const filled = () => work.body().boxes.some((each) => Object.values(each).filter((text) => text.trim()).length >= BOXES);

  const look = setUpSteps(guided, {
    read: { done: () => seen.read, target: ".source-text", passing: true },
    dictionary: { done: () => seen.dictionary, target: "#dictionary", passing: true },
    claims: { done: () => claims() && document.activeElement !== field, target: "#true-claims" },
    hints: { done: () => seen.hints, target: "#true-claims", passing: true },
    mutations: { done: filled, target: "#to-mutations" },
    submit: { done: () => false, target: "#submit-claims" },
  });

  /** @param {keyof typeof seen} what */
  function see(what) {
    if (seen[what]) return;
    seen[what] = true;
    look();
  }

  const source = need("#source", HTMLElement);
  for (const kind of ["pointerdown", "wheel", "keydown"]) source.addEventListener(kind, () => see("read"), { passive: true });
  need("#dictionary", HTMLDetailsElement).addEventListener("toggle", () => see("dictionary"));
  field.addEventListener("focus", () => see("read")); // whoever begins to write has read
  field.addEventListener("blur", () => requestAnimationFrame(look));
  need("#to-mutations", HTMLButtonElement).addEventListener("click", () => claims() && see("hints"));
  need('[data-hints="claims"]', HTMLElement).addEventListener("pointerover", () => claims() && see("hints"));
  work.onChange(look);
}
