/** The first step: one field, one claim a line. */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { linesOf } from "./draft-shape.js";

/**
 * @param {import("./sentence-work.js").SentenceWork} work
 * @param {import("./hints.js").Hints} hints
 * @param {import("./draft-shape.js").SentencePayload} payload
 */
export function createClaimsBox(work, hints, { most_claims: most }) {
  const field = need("#true-claims", HTMLTextAreaElement);
  const count = need("#claims-count", HTMLElement);
  const onward = need("#to-mutations", HTMLButtonElement);
  const lines = () => linesOf(work.body().text);
  const shown = hints.show("", need('[data-hints="claims"]', HTMLElement), field, lines);

  function tell() {
    const { length } = lines();
    count.textContent = word("claimsCount", { count: length });
    count.classList.toggle("is-too-many", length > most);
    onward.disabled = length === 0;
  }

  field.addEventListener("input", () => work.writeClaims(field.value));
  onward.addEventListener("click", () => {
    work.goOn();
    need("#mutation-cards textarea", HTMLTextAreaElement).focus();
  });
  work.onChange(({ kind }) => {
    if (kind === "all") field.value = work.body().text;
    if (kind !== "claims" && kind !== "all") return;
    tell();
    shown.look();
  });
  return {
    /** Somebody may have begun to write while the page was still loading. */
    begin() {
      const early = field.value;
      if (early && !work.body().text) work.writeClaims(early);
      else field.value = work.body().text;
      tell();
      shown.look();
    },
    focus: () => field.focus(),
  };
}
