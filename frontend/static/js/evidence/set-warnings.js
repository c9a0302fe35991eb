/** Sentences under the tabs about sets that are the same, hold one another, or hold much. They never keep from submitting. */
import { make, need } from "../common/dom.js";
import { word } from "../common/words.js";
import { identicalSets, warnings } from "./validation.js";

const PAUSE_MS = 150; // after the click was painted: they compare whole sets

/**
 * @param {import("./work.js").Work} work
 * @param {import("../types.js").VerifierProject} project
 * @param {(id: string) => import("../types.js").Excerpt|null} excerptOf
 * @returns {{sentences: () => string[], draw: () => void}}
 */
export function createSetWarnings(work, project, excerptOf) {
  const list = need("#set-warnings", HTMLElement);
  let timer = 0;

  function sentences() {
    const body = work.body();
    const twins = identicalSets(body.sets).map(([first, second]) => word("setsIdentical", { first: first + 1, second: second + 1 }));
    const others = warnings(body, project.evidence_limits, (id) => excerptOf(id)?.page);
    return [...twins, ...others.map(({ word: key, values }) => word(key, values))];
  }

  function draw() {
    const now = sentences();
    const before = [...list.children].map((item) => item.textContent);
    if (now.length === before.length && now.every((text, at) => text === before[at])) return;
    list.replaceChildren(...now.map((text) => make("li", {}, text)));
    list.hidden = now.length === 0;
  }

  function soon() {
    clearTimeout(timer);
    timer = window.setTimeout(draw, PAUSE_MS);
  }

  work.onChange(({ kind }) => {
    if (kind === "evidence" || kind === "all" || kind === "sets" || kind === "label" || kind === "verdict") soon();
  });
  draw();
  return { sentences, draw: soon };
}
