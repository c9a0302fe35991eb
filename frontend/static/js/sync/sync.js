/** Keeps the work: in this browser at once, on the server soon, and says how that stands. */
import { need } from "../common/dom.js";
import { hideBanner, onBannerButton, showBanner } from "./banners.js";
import { createDeliveries } from "./deliveries.js";
import { renewLease } from "./heartbeat.js";
import { takeOver } from "./tab-lock.js";
import { createOutbox } from "./outbox.js";
import { makeReadOnly, remind } from "./read-only.js";
import { createSavedState } from "./save-status.js";
import { createSender } from "./sender.js";

/** @typedef {import("../types.js").Body} Body */
/** @typedef {import("../common/http.js").Refused} Refused */

/**
 * @param {Object} parts
 * @param {import("../types.js").AnyPayload} parts.payload
 * @param {import("../types.js").DraftShape} parts.shape
 * @param {import("../types.js").OutboxData} parts.data
 * @param {Body|null} parts.other  saved from elsewhere since
 * @param {import("../types.js").KeptWork} parts.work
 * @param {boolean} parts.writes
 * @param {string} parts.address  of the assignment in the API
 */
export function setUpKeeping({ payload, shape, data, other, work, writes, address }) {
  const outbox = createOutbox(payload.id, data, writes);
  const showState = createSavedState(outbox.isStored);
  const deliveries = createDeliveries(address, outbox, shape, { conflict, leaseLost: refused });
  const sender = createSender(outbox, deliveries, stateChanged, refused);
  /** @type {(() => void)[]} */
  const onKept = [];
  let stopHolding = () => {};
  let isReadOnly = false;
  /** @type {Body|null} */
  let theirs = other;

  /** @param {import("./sender.js").SavedState} state */
  function stateChanged(state) {
    if (isReadOnly) return;
    showState(state);
    if (state === "logged-out") showBanner("logged-out");
    else if (state === "saved") {
      hideBanner("logged-out");
      hideBanner("refused");
    }
  }

  /** @param {Refused} refusal */
  function refused(refusal) {
    if (refusal.code === "draft_conflict") return;
    const names = /** @type {Record<string, import("./banners.js").Banner>} */ ({
      lease_lost: "lease-lost",
      assignment_closed: "closed",
      edit_closed: "closed",
    });
    if (!(refusal.code in names)) sayWhatIsKept();
    showBanner(names[refusal.code] ?? "refused", refusal.message);
  }

  function sayWhatIsKept() {
    need("[data-banner=refused] [data-kept]", HTMLElement).hidden = !outbox.isStored();
    need("[data-banner=refused] [data-unkept]", HTMLElement).hidden = outbox.isStored();
  }

  /** @param {Body} found */
  function conflict(found) {
    theirs = found;
    sender.hold();
    showBanner("conflict");
  }

  /** From now on this tab only shows. */
  function stop() {
    outbox.close();
    sender.hold();
    stopHolding();
    isReadOnly = true;
    makeReadOnly();
  }

  work.onChange(() => {
    outbox.update({ undo: work.undoable() });
    outbox.changeBody(work.body());
    sender.changed();
  });
  onBannerButton("second-tab", "take-over", () => takeOver(payload.id));
  onBannerButton("conflict", "keep", () => {
    hideBanner("conflict");
    onKept.forEach((listener) => listener());
    void sender.go();
  });
  onBannerButton("conflict", "take", () => {
    hideBanner("conflict");
    if (theirs) work.replace(theirs);
    void sender.go();
  });

  if (!writes) stop();
  else {
    const hear = { held: () => hideBanner("lease-lost"), refused, loggedOut: () => showBanner("logged-out") };
    if (payload.state !== "submitted") stopHolding = renewLease(address, hear); // a change of it has no lease
    if (other) conflict(other);
    else void sender.flush().then(() => outbox.isEmpty() && showState("saved"));
  }
  addEventListener("beforeunload", (event) => {
    if (outbox.isWritable() && !outbox.isStored() && !outbox.isEmpty()) event.preventDefault(); // the browser asks
  });
  return {
    outbox,
    sender,
    stop,
    /** Whether this tab may change the work; where it may not, the person is shown how it may. */
    mayWrite() {
      if (isReadOnly) remind();
      return outbox.isWritable();
    },
    /** @param {() => void} listener  hears that the person kept what is here, and not what another computer saved */
    onKept: (listener) => void onKept.push(listener),
  };
}
