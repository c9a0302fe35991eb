/** Tells the server each minute that someone is still at work here. */
import { json, LoggedOut, Refused, Unreachable } from "../common/http.js";

const MINUTE_MS = 60_000;

/**
 * @param {string} address  of the assignment in the API
 * @param {{held: () => void, refused: (refusal: Refused) => void, loggedOut: () => void}} hear
 */
export function renewLease(address, { held, refused, loggedOut }) {
  async function beat() {
    try {
      await json("POST", `${address}heartbeat/`, {});
      held();
    } catch (error) {
      if (error instanceof Refused) refused(error);
      else if (error instanceof LoggedOut) loggedOut();
      else if (!(error instanceof Unreachable)) throw error;
    }
  }
  const timer = setInterval(beat, MINUTE_MS);
  document.addEventListener("visibilitychange", () => void (!document.hidden && beat())); // woken from sleep
  return () => clearInterval(timer);
}
