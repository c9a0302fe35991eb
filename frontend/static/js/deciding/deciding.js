/** From the verdict to the submission. */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { problems } from "../evidence/problems.js";
import { showBanner } from "../keeping/banners.js";
import { createConfirmation } from "./confirmation.js";
import { clearErrors, showErrors } from "./field-errors.js";
import { createSubmission } from "./submission.js";
import { createVerdict } from "./verdict.js";

/**
 * @param {Object} parts
 * @param {string} parts.address  of the assignment in the API
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {import("../keeping/outbox.js").Outbox} parts.outbox
 * @param {import("../keeping/sender.js").Sender} parts.sender
 * @param {ReturnType<typeof import("../evidence/excerpts.js").createExcerpts>} parts.excerpts
 */
export function setUpDeciding({ address, work, outbox, sender, excerpts }) {
  const verdict = createVerdict(work);
  const confirmation = createConfirmation({ confirmed: () => submission.send() });
  const submission = createSubmission(address, outbox, sender, { prepared, dialog: confirmation, refused });

  function prepared() {
    const { verdict: chosen, challenge, sets } = work.body();
    return { verdict: chosen, challenge, evidence_sets: sets.filter((ids) => ids.length > 0) };
  }

  /** @param {import("../common/http.js").Refused} refusal */
  function refused({ fields, message }) {
    const sentences = Object.entries(fields).map(([field, said]) => [field.split(".")[0], [said].flat().join(" ")]);
    if (sentences.length > 0) showErrors(Object.fromEntries(sentences));
    else showBanner("refused", message);
  }

  function submit() {
    const found = problems(work.body());
    if (found.length > 0) {
      showErrors(Object.fromEntries(found.map(({ field, word: key, values }) => [field, word(key, values)])));
      return;
    }
    clearErrors();
    void sender.flush();
    const { verdict: chosen, challenge } = work.body();
    const names = { verdict: verdict.verdictName(chosen), challenge: verdict.challengeName(challenge) };
    confirmation.ask(work.body(), names, excerpts.get);
  }

  need("#decision", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  work.onChange(({ kind }) => {
    if (kind === "evidence" || kind === "all") clearErrors(["evidence_sets"]);
    if (kind === "verdict" || kind === "challenge") clearErrors([kind]);
  });
  submission.resume();
  return { submit, verdict, confirmation };
}
