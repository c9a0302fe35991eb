/**
 * Sends confirmed work until the server has it. Its id is made once and kept in the outbox, so that
 * sending it again, even after a crash, finds the first answer.
 */
import { json, LoggedOut, Refused, Unreachable } from "../common/http.js";
import { uuid } from "../common/unique.js";
import { word } from "../common/words.js";
import { backoff } from "../keeping/backoff.js";

/**
 * @param {string} address  of the assignment in the API
 * @param {import("../keeping/outbox.js").Outbox} outbox
 * @param {import("../keeping/sender.js").Sender} sender
 * @param {Object} hear
 * @param {() => Record<string, unknown>} hear.prepared  what is sent, without its id and the operations
 * @param {{sending: (words: string) => void, done: () => void, close: () => void}} hear.dialog
 * @param {(refusal: Refused) => void} hear.refused  the work is as it was; the person goes on
 */
export function createSubmission(address, outbox, sender, { prepared, dialog, refused }) {

  /** @param {number} failures */
  async function attempt(failures) {
    const submission = outbox.data.submission;
    if (!submission) return;
    try {
      await json("POST", `${address}submission/`, { ...submission, operations: outbox.data.operations });
      outbox.clear();
      dialog.done();
    } catch (error) {
      failed(error, failures + 1);
    }
  }

  /** @param {unknown} error  @param {number} failures */
  function failed(error, failures) {
    if (error instanceof Unreachable || error instanceof LoggedOut) {
      dialog.sending(word(error instanceof LoggedOut ? "submitLoggedOut" : "submitOffline"));
      setTimeout(() => void attempt(failures), backoff(failures));
    } else if (error instanceof Refused) {
      outbox.update({ submission: null });
      dialog.close();
      void sender.go();
      refused(error);
    } else throw error;
  }

  return {
    send() {
      outbox.update({ submission: { ...prepared(), client_id: uuid(), operations: [] } });
      this.resume();
    },
    /** A submission that was confirmed before a reload goes on by itself. */
    resume() {
      if (!outbox.data.submission) return;
      sender.hold();
      dialog.sending(word("submitting"));
      void attempt(0);
    },
  };
}
