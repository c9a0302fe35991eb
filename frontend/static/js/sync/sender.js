/**
 * Carries the outbox to the server: soon after a change, one request at a time, again and again until it arrived.
 */
import { LoggedOut, Refused, Unreachable } from "../common/http.js";
import { backoff } from "./backoff.js";

/** @typedef {"saved"|"saving"|"offline"|"logged-out"|"refused"} SavedState */
/** @typedef {ReturnType<typeof createSender>} Sender */

const PAUSE_MS = 500;
const MOST_WITH_SUBMISSION = 500;

/**
 * @param {import("./outbox.js").Outbox} outbox
 * @param {import("./deliveries.js").Deliveries} deliveries
 * @param {(state: SavedState) => void} onState
 * @param {(refusal: Refused) => void} onRefusal  called once for each refusal
 */
export function createSender(outbox, deliveries, onState, onRefusal) {
  let timer = 0;
  let waiting = false;
  let failures = 0;
  let held = false;
  /** @type {Promise<void>|null} */
  let running = null;

  function soon(delay = PAUSE_MS) {
    clearTimeout(timer);
    timer = window.setTimeout(flush, delay);
    waiting = true;
  }

  async function run() {
    try {
      while (!held && !outbox.isEmpty()) {
        if (failures === 0) onState("saving");
        await deliver();
      }
      failures = 0;
      if (outbox.isEmpty()) onState("saved");
    } catch (error) {
      later(error);
    }
  }

  /** What is chosen matters more than the way there, so it goes first; where it is refused, the log goes all the same. */
  async function deliver() {
    const refusal = await deliveries.draft().catch((error) => {
      if (error instanceof Refused) return error;
      throw error;
    });
    await deliveries.operations();
    if (refusal) throw refusal;
  }

  /** @param {unknown} error */
  function later(error) {
    if (error instanceof Unreachable || error instanceof LoggedOut) {
      failures += 1;
      onState(error instanceof LoggedOut ? "logged-out" : "offline");
      soon(backoff(failures));
    } else if (error instanceof Refused) {
      onState("refused");
      onRefusal(error);
    } else throw error;
  }

  /** @returns {Promise<void>} */
  function flush() {
    clearTimeout(timer);
    waiting = false;
    if (held) return Promise.resolve();
    running ??= run().finally(() => (running = null));
    return running;
  }

  addEventListener("online", () => void flush());
  document.addEventListener("visibilitychange", () => void flush()); // hidden: it may be closed; back: why wait longer
  return {
    /** Something has changed. */
    changed() {
      if (held) return;
      if (failures === 0) {
        onState("saving");
        if (!waiting) soon(); // not later with every key: who types without a pause is saved as well
      }
    },
    flush,
    /**
     * Waits for the save that is under way, which must not come after the submission, and sends the beginning of a long
     * log: the submission takes the rest with it. Rejects where that cannot be done.
     */
    async shortenLog() {
      await running?.catch(() => {}); // what fails there is said there
      while (outbox.data.operations.length > MOST_WITH_SUBMISSION) await deliveries.operations();
    },
    /** Nothing is sent until `go`: the person decides first, or a submission is on its way. */
    hold: () => void (held = true),
    async go() {
      held = false;
      await running?.catch(() => {}); // one that ends with the refusal which led to `hold` would send nothing more
      return flush();
    },
  };
}
