/** The ways to leave a claim without a verdict: reporting it, skipping it, or returning to it later. */
import { announce } from "../common/announce.js";
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";

/** @typedef {import("./submission.js").Way} Way */
/** @typedef {ReturnType<typeof createOutcome>} Outcome */

/**
 * @param {import("./submission.js").Submission} submission
 * @param {() => boolean} mayWrite
 */
export function setUpLeaving(submission, mayWrite) {
  const report = document.querySelector("#report-dialog"); // not everybody who labels a claim can report it
  const skip = need("#skip-dialog", HTMLDialogElement);

  need("#park", HTMLButtonElement).addEventListener("click", () => mayWrite() && submission.send("park", {}));
  opens("#skip", skip);
  if (report instanceof HTMLDialogElement) {
    opens("#report", report);
    for (const button of document.querySelectorAll("[data-report]")) {
      if (button instanceof HTMLElement) button.addEventListener("click", () => mayWrite() && preselected(report, button.dataset.report ?? ""));
    }
    setUpReport(report, (content) => submission.send("report", content));
  }
  setUpSkip(skip, (content) => submission.send("skip", content));

  /** @param {string} button  @param {HTMLDialogElement} dialog */
  function opens(button, dialog) {
    need(button, HTMLButtonElement).addEventListener("click", () => mayWrite() && dialog.showModal());
    for (const close of dialog.querySelectorAll("[data-close]")) close.addEventListener("click", () => dialog.close());
  }
}

/** @param {HTMLDialogElement} dialog  @param {string} reason  that is chosen already */
function preselected(dialog, reason) {
  for (const box of dialog.querySelectorAll("input[name=reasons]")) if (box instanceof HTMLInputElement) box.checked = box.value === reason;
  dialog.showModal();
  need("textarea", HTMLTextAreaElement, dialog).focus();
}

/** First the reasons, then once more what was chosen. @param {HTMLDialogElement} dialog  @param {(content: Record<string, unknown>) => void} confirmed */
function setUpReport(dialog, confirmed) {
  const form = need("form", HTMLFormElement, dialog);
  const error = need(".field-error", HTMLElement, dialog);
  const chosen = need("[data-chosen]", HTMLElement, dialog);
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[name=reasons]")]);
  const note = need("textarea", HTMLTextAreaElement, dialog);

  /** @param {"choose"|"confirm"} stage */
  function enter(stage) {
    dialog.dataset.stage = stage;
    const focus = { choose: "input[name=reasons]", confirm: "[data-send]" }[stage];
    need(focus, HTMLElement, dialog).focus();
  }

  function look() {
    const picked = boxes.filter((box) => box.checked);
    error.textContent = picked.length === 0 ? word("reportReasonMissing") : "";
    if (picked.length === 0) {
      announce(error.textContent);
      boxes[0].focus();
      return;
    }
    const lines = picked.map((box) => make("li", {}, box.dataset.name ?? box.value));
    const words = note.value.trim() ? [make("li", { class: "reading" }, shown(note.value.trim()))] : [];
    chosen.replaceChildren(...lines, ...words);
    enter("confirm");
  }

  form.addEventListener("change", () => void (error.textContent = ""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (dialog.dataset.stage !== "confirm") return look();
    dialog.close();
    confirmed({ reasons: boxes.filter((box) => box.checked).map(({ value }) => value), note: note.value.trim() });
  });
  need("[data-back]", HTMLButtonElement, dialog).addEventListener("click", () => enter("choose"));
  dialog.addEventListener("close", () => void (dialog.dataset.stage = "choose"));
}

/** @param {HTMLDialogElement} dialog  @param {(content: Record<string, unknown>) => void} confirmed */
function setUpSkip(dialog, confirmed) {
  const form = need("form", HTMLFormElement, dialog);
  const note = need("textarea", HTMLTextAreaElement, dialog);
  const reason = () => String(new FormData(form).get("reason") ?? "");
  form.addEventListener("change", () => (note.required = reason() === "other"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    confirmed({ reason: reason(), note: note.value.trim() });
  });
}

/** The window in which a person sees how their leaving goes, and where they go on. */
export function createOutcome() {
  const dialog = need("#left", HTMLDialogElement);
  const state = need("#left-state", HTMLElement);
  const ends = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll("[data-left]")]);

  /** @param {"sending"|"done"} stage */
  function enter(stage) {
    dialog.dataset.stage = stage;
    if (!dialog.open) dialog.showModal();
  }

  dialog.addEventListener("cancel", (event) => event.preventDefault()); // left is left

  return {
    /** @param {Way} way  @returns {import("./submission.js").Progress} */
    of: (way) => ({
      sending(words) {
        state.textContent = shown(words);
        enter("sending");
      },
      done(answer) {
        state.textContent = "";
        for (const end of ends) end.hidden = end.dataset.left !== way;
        const until = dialog.querySelector("[data-until]");
        if (until && answer?.kept_until) until.textContent = word("keptUntil", { time: timeOf(answer.kept_until) });
        enter("done");
        need("#left-next", HTMLButtonElement).focus();
      },
      close: () => dialog.close(),
    }),
  };
}

/** @param {string} moment  ISO 8601 */
function timeOf(moment) {
  const style = /** @type {const} */ ({ weekday: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return new Intl.DateTimeFormat(document.documentElement.lang || undefined, style).format(new Date(moment));
}
