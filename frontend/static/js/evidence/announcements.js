/** Announces each change to screen readers. */
import { announce } from "../common/announce.js";
import { shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { hedgesIn, hedgeWarning } from "./hedge-marks.js";
import { labelName } from "./label-names.js";
import { setName } from "./set-name.js";

const LONGEST = 120;

/** @typedef {import("../types.js").Change} Change */

/**
 * @param {import("./work.js").Work} work
 * @param {(id: string) => import("../types.js").Excerpt|null} excerptOf
 * @param {() => string} language
 */
export function announceChanges(work, excerptOf, language) {
  /** @param {string} id */
  const textOf = (id) => shown(excerptOf(id)?.text ?? "").slice(0, LONGEST);

  /** @param {Extract<Change, {kind: "evidence"}>} change  @returns {string} */
  function evidence({ steps, why, to }) {
    if (why === "move" && to !== undefined) return word("movedToSet", { count: steps.filter(({ added }) => added).length, set: setName(work, to) });
    if (why === "copy" && to !== undefined) return word("copiedToSet", { count: steps.length, set: setName(work, to) });
    const { id, set, added } = steps[0];
    const number = set + 1;
    if (steps.length > 1) {
      const cells = steps.every((step) => excerptOf(step.id)?.kind === "cell");
      return word(BULK[`${cells ? "cells" : "pieces"}-${added ? "added" : "removed"}`], { count: steps.length, number });
    }
    const said = word(added ? "added" : "removed", { number, text: textOf(id) });
    const hedge = added ? hedgeWarning(hedgesIn(excerptOf(id)?.text ?? "", language())) : null;
    return hedge ? `${said} ${hedge}` : said;
  }

  /** @param {Change} change  @returns {string|null} */
  function sentence(change) {
    if (change.kind === "evidence") return evidence(change);
    if (change.kind === "dropped" || change.kind === "added" || change.kind === "joined") {
      const { id, on } = change.steps[0];
      return word(REFINED[change.kind][on ? 0 : 1], { text: textOf(id) });
    }
    if (change.kind === "label") {
      const label = labelName(change.after);
      return word(label ? "setLabelled" : "setUnlabelled", { set: setName(work, change.set), label });
    }
    if (change.kind === "suggestion") return word(change.dismissed ? "suggestionDismissed" : "suggestionBack", { text: textOf(change.id) });
    if (change.kind === "active") return word("setShown", { set: setName(work, change.set), count: work.activeIds().length });
    if (change.kind === "sets" && change.what !== "order") return change.what === "remove" ? word("setGone") : setName(work, change.set);
    return null;
  }

  work.onChange((change) => {
    const said = sentence(change);
    const as = change.by === "undo" ? "undone" : change.by === "redo" ? "redone" : null;
    if (said) announce(as ? word(as, { what: said }) : said);
    else if (as && change.kind !== "place") announce(word(as, { what: "" }).trim());
  });
}
const REFINED = {
  dropped: ["contextDropped", "contextRestored"],
  added: ["contextAdded", "contextRemoved"],
  joined: ["sentencesJoined", "sentencesSplit"],
};
const BULK = /** @type {Record<string, string>} */ ({
  "cells-added": "cellsAdded",
  "cells-removed": "cellsRemoved",
  "pieces-added": "piecesAdded",
  "pieces-removed": "piecesRemoved",
});
