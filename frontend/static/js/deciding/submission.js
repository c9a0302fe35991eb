/**
 * Sends a confirmed verification until the server has it. Its id is made once and kept in the outbox, so that
 * sending it again, even after a crash, finds the first answer.
 */
import { json, LoggedOut, Refused, Unreachable } from "../common/http.js";
import { uuid } from "../common/unique.js";
import { word } from "../common/words.js";
import { backoff } from "../keeping/backoff.js";

/** @typedef {import("../types.js").Submission} Submission */

/**
 * @param {string} address  of the assignment in the API
 * @param {import("../keeping/outbox.js").Outbox} outbox
 * @param {import("../keeping/sender.js").Sender} sender
 * @param {import("./confirmation.js").Confirmation} confirmation
 * @param {(refusal: Refused) => void} onRefused  the work is as it was; the person goes on
 */
export function createSubmission(address, outbox, sender, confirmation, onRefused) {
  /** @returns {Submission} */
  function prepared() {
    const { verdict, challenge, sets } = outbox.data.body;
    const evidence_sets = sets.filter((ids) => ids.length > 0);
    return { client_id: uuid(), verdict, challenge, evidence_sets, operations: [] };
  }

  /** @param {number} failures */
  async function attempt(failures) {
    const submission = outbox.data.submission;
    if (!submission) return;
    try {
      await json("POST", `${address}submission/`, { ...submission, operations: outbox.data.operations });
      outbox.clear();
      confirmation.done();
    } catch (error) {
      failed(error, failures + 1);
    }
  }

  /** @param {unknown} error  @param {number} failures */
  function failed(error, failures) {
    if (error instanceof Unreachable || error instanceof LoggedOut) {
      confirmation.sending(word(error instanceof LoggedOut ? "submitLoggedOut" : "submitOffline"));
      setTimeout(() => void attempt(failures), backoff(failures));
    } else if (error instanceof Refused) {
      outbox.update({ submission: null });
      confirmation.close();
      void sender.go();
      onRefused(error);
    } else throw error;
  }

  return {
    send() {
      outbox.update({ submission: prepared() });
      this.resume();
    },
    /** A submission that was confirmed before a reload goes on by itself. */
    resume() {
      if (!outbox.data.submission) return;
      sender.hold();
      confirmation.sending(word("submitting"));
      void attempt(0);
    },
  };
}
