/** From the verdict to the submission, or to a change of what was submitted. */
import { need } from "../common/dom.js";
import { uuid } from "../common/unique.js";
import { word } from "../common/words.js";
import { verdictOf, verdictsOf } from "../evidence/labels.js";
import { problems, warnings } from "../evidence/validation.js";
import { showBanner } from "../sync/banners.js";
import { setUpContradictions } from "./contradictions.js";
import { setUpCheck } from "./submission-check.js";
import { createConfirmation } from "./confirmation.js";
import { setUpEditing } from "./editing.js";
import { setUpEffort } from "./effort.js";
import { clearErrors, showErrors } from "./field-errors.js";
import { setUpGuide } from "./nei-reminder.js";
import { createOutcome, setUpLeaving } from "./exit-dialogs.js";
import { prepared } from "./payload.js";
import { createSubmission } from "./submission.js";
import { createVerdict } from "./verdict.js";

/** @typedef {import("./submission.js").Way} Way */

/**
 * @param {Object} parts
 * @param {import("../types.js").Payload} parts.payload
 * @param {import("../types.js").DraftBody|null} parts.submitted  what the verification says that is being changed
 * @param {import("../guided/guided.js").Guided|null} parts.guided  of a guided example
 * @param {string} parts.address  of the assignment in the API
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {import("../sync/sender.js").Sender} parts.sender
 * @param {ReturnType<typeof import("../evidence/excerpts.js").createExcerpts>} parts.excerpts
 * @param {Pick<import("../sync/operations.js").Log, "confirmOpen"|"confirmAdjust"|"guideShown"|"writeAll">} parts.log
 * @param {() => number} parts.activeSeconds  on this claim, while the page was looked at
 * @param {(title: string) => void} parts.openPage
 * @param {(id: string) => void} parts.openElement
 * @param {import("../lines/lines.js").Lines|null} parts.lines  of a project whose pages are lines
 * @param {(set: number) => import("../claim/claim-checklist.js").Check[]} parts.checks  what of the claim the cards of a set have
 */
export function setUpDeciding(parts) {
  const { payload, submitted, address, work, outbox, sender, excerpts, log, guided } = parts;
  const verdict = createVerdict(work, parts.lines);
  const revision = payload.verification?.revision ?? 1;
  const editing = submitted && setUpEditing({ revision, current: submitted, work, outbox, sender });
  const confirmation = createConfirmation({ confirmed, adjusted: log.confirmAdjust });
  const contradictions = setUpContradictions({ work, excerpts, log, mayWrite: outbox.isWritable });
  const check = setUpCheck({
    ...{ address, work, outbox, sender, log, excerpts, checks: parts.checks },
    isOn: payload.project.submission_check === true && !editing,
    open: { page: parts.openPage, element: parts.openElement },
    leave: () => confirmation.leave(),
    contradict: contradictions.record,
  });
  const outcome = editing || guided ? null : createOutcome();
  let opensNext = false; // after a reload the person is asked
  /** @param {Way} way  @returns {import("./submission.js").Progress} */
  function progress(way) {
    if (way === "submission" || !outcome) return { ...confirmation, done };
    return outcome.of(way);
  }
  const submission = createSubmission(address, outbox, sender, { progress, refused });

  /** @param {{revision?: number}} answer */
  function done(answer) {
    if (guided) location.assign(guided.feedback);
    else if (opensNext) confirmation.openNext();
    else confirmation.done(thanks(answer));
  }

  /** @param {{revision?: number}} answer */
  function thanks({ revision: made }) {
    return editing && made === editing.base() ? word("nothingChanged") : undefined;
  }

  /** @param {boolean} next */
  function confirmed(next) {
    opensNext = next;
    const content = { client_id: uuid(), ...prepared(work.body()), check: editing ? [] : check.lines() };
    if (editing) submission.send("verification", { ...content, base_revision: editing.base() });
    else submission.send("submission", content);
  }

  /** @param {import("../common/http.js").Refused} refusal  @param {Way} way */
  function refused({ code, fields, message }, way) {
    const sentences = Object.entries(fields).map(([field, said]) => [field.split(".")[0], [said].flat().join(" ")]);
    if (code === "revision_conflict") editing?.conflict(message);
    else if (CLOSED.includes(code)) showBanner("closed", message);
    else if (sentences.length > 0 && way !== "park") showErrors(Object.fromEntries(sentences));
    else showBanner("refused", message);
  }

  function submit() {
    if (!outbox.isWritable()) return;
    const found = problems(work.body(), verdict.needsEvidence);
    if (found.length > 0) {
      const label = verdict.verdictName(verdict.notEnoughInfo ?? "");
      showErrors(Object.fromEntries(found.map(({ field, word: key, values }) => [field, word(key, { label, ...values })])));
      return;
    }
    clearErrors();
    log.confirmOpen();
    void sender.flush();
    const { challenge } = work.body();
    const names = { verdict: verdictsOf(work.body()).map(verdict.verdictName).join(", "), challenge: verdict.challengeName(challenge) };
    contradictions.draw();
    confirmation.ask(work.body(), names, warned(), excerpts.get, parts.checks);
    void check.show();
  }

  /** What is unusual and may be right all the same. */
  function warned() {
    const pageOf = (/** @type {string} */ id) => excerpts.get(id)?.page;
    return warnings(work.body(), payload.project.evidence_limits, pageOf).map(({ word: key, values }) => word(key, values));
  }

  need("#decision", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  work.onChange(({ kind }) => {
    if (["evidence", "dropped", "added", "joined", "all"].includes(kind)) clearErrors(["evidence_sets"]);
    if (kind === "label") clearErrors();
    if (kind === "verdict" || kind === "challenge") clearErrors([kind]);
  });
  if (parts.lines) setUpLabelledSubmission(work, outbox.isWritable, submit);
  const { notEnoughInfo } = verdict;
  setUpEffort({ address, outbox, work, notEnoughInfo, open: parts.openPage });
  if (!editing) {
    if (!guided) setUpLeaving(submission, outbox.isWritable);
    const { guide_minutes: minutes } = payload.project;
    const shared = { minutes, activeSeconds: parts.activeSeconds, outbox, work, log, choose: verdict.chooseNotEnoughInfo };
    if (notEnoughInfo !== undefined) setUpGuide({ ...shared, notEnoughInfo });
  }
  if (outbox.isWritable()) submission.resume();
  return { submit, verdict, confirmation };
}

/**
 * A claim can be submitted once a set has a label, or the whole has a verdict; with a flag too.
 * @param {import("../evidence/work.js").Work} work
 * @param {() => boolean} mayWrite
 * @param {() => void} submit
 */
function setUpLabelledSubmission(work, mayWrite, submit) {
  const flagged = document.querySelector("#submit-flagged"); // not for a change
  const buttons = [need("#submit", HTMLButtonElement), ...(flagged instanceof HTMLButtonElement ? [flagged] : [])];
  const draw = () => buttons.forEach((button) => (button.disabled = !verdictOf(work.body())));
  flagged?.addEventListener("click", () => {
    if (!mayWrite()) return;
    work.flagUnsure(true);
    submit();
  });
  work.onChange(draw);
  draw();
}
const CLOSED = ["edit_closed", "assignment_closed"];
