/** Skipping a highlight or saving it for later: ordinary forms, sent once what was written here has arrived. */
import { need } from "../common/dom.js";

/**
 * @param {import("../sync/outbox.js").Outbox} outbox
 * @param {import("../sync/sender.js").Sender} sender
 */
export function setUpSkipping(outbox, sender) {
  const dialog = need("#skip-dialog", HTMLDialogElement);
  const form = need("form", HTMLFormElement, dialog);
  const note = need("textarea", HTMLTextAreaElement, dialog);

  need("#skip", HTMLButtonElement).addEventListener("click", () => dialog.showModal());
  need("[data-close]", HTMLButtonElement, dialog).addEventListener("click", () => dialog.close());
  form.addEventListener("change", () => (note.required = new FormData(form).get("reason") === "other"));
  leavesBy(form);
  leavesBy(need("#postpone-form", HTMLFormElement));

  /** @param {HTMLFormElement} sent */
  function leavesBy(sent) {
    sent.addEventListener("submit", (event) => {
      event.preventDefault();
      void sender.flush().then(() => {
        outbox.close();
        sent.submit(); // without this listener
      });
    });
  }
}
