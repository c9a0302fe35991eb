/**
 * Sends what a person has confirmed until the server has it: submitting, changing, reporting, skipping, postponing.
 * It waits in the outbox as `submission`, so that it survives a crash; it may arrive twice and counts once.
 */
import { json, LoggedOut, Refused, Unreachable } from "../common/http.js";
import { word } from "../common/words.js";
import { backoff } from "../sync/backoff.js";

/** @typedef {"submission"|"verification"|"revision"|"report"|"skip"|"park"} Way  as in the address it is sent to */
/** @typedef {{sending: (words: string) => void, done: (answer: any) => void, close: () => void}} Progress  shows how far it is */
/** @typedef {ReturnType<typeof createSubmission>} Submission */

/** @type {Way[]} These bring the log with them; before the others it is sent by itself. */
const WITH_LOG = ["submission", "verification", "revision"];
/** @type {Way[]} These change what was submitted. */
const CHANGES = ["verification", "revision"];
const WAITS_FOR_LOG = 3; // attempts: what the server refuses of the log must not hold a report up

/**
 * @param {string} address  of the assignment in the API
 * @param {import("../sync/outbox.js").Outbox} outbox
 * @param {Pick<import("../sync/sender.js").Sender, "flush"|"hold"|"go"|"shortenLog">} sender
 * @param {Object} hear
 * @param {(way: Way) => Progress} hear.progress
 * @param {(refusal: Refused, way: Way) => void} hear.refused  the work is as it was; the person goes on
 */
export function createSubmission(address, outbox, sender, { progress, refused }) {
  /** What an older page has left has no way. @returns {Way} */
  const wayOf = () => outbox.data.submission?.way ?? "submission";

  /** @param {number} failures */
  async function attempt(failures) {
    if (!outbox.data.submission) return;
    const way = wayOf();
    try {
      await (WITH_LOG.includes(way) ? sender.shortenLog() : sendLog(failures));
      const answer = await json(CHANGES.includes(way) ? "PUT" : "POST", `${address}${way}/`, content(way));
      over(way);
      progress(way).done(answer);
    } catch (error) {
      failed(error, way, failures + 1);
    }
  }

  /** @param {number} failures */
  async function sendLog(failures) {
    await sender.flush();
    if (!outbox.isEmpty() && failures < WAITS_FOR_LOG) throw new Unreachable("the log is not sent yet");
    sender.hold();
  }

  /** @param {Way} way */
  function content(way) {
    const { way: _, ...confirmed } = outbox.data.submission ?? {};
    const { browser, operations } = outbox.data;
    return WITH_LOG.includes(way) ? { ...confirmed, browser, operations } : confirmed;
  }

  /** What is postponed is gone on with later, in this browser with all it remembers. @param {Way} way */
  function over(way) {
    if (way !== "park") outbox.clear();
    else {
      outbox.update({ submission: null });
      outbox.close();
    }
  }

  /** @param {unknown} error  @param {Way} way  @param {number} failures */
  function failed(error, way, failures) {
    if (error instanceof Unreachable || error instanceof LoggedOut) {
      progress(way).sending(word(error instanceof LoggedOut ? "submitLoggedOut" : "submitOffline"));
      setTimeout(() => void attempt(failures), backoff(failures));
    } else if (error instanceof Refused) {
      outbox.update({ submission: null });
      progress(way).close();
      void sender.go();
      refused(error, way);
    } else throw error;
  }

  return {
    /** @param {Way} way  @param {Record<string, unknown>} confirmed */
    send(way, confirmed) {
      outbox.update({ submission: { way, ...confirmed } });
      this.resume();
    },
    /** What was confirmed before a reload goes on by itself. */
    resume() {
      if (!outbox.data.submission) return;
      const way = wayOf();
      if (WITH_LOG.includes(way)) sender.hold();
      progress(way).sending(word("submitting"));
      void attempt(0);
    },
  };
}
