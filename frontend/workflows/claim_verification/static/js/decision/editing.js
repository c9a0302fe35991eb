/**
 * Changing what was submitted: kept like any work, but only a confirmed change makes a revision. The outbox remembers
 * which revision the changes were made from (`edit_of`).
 */
import { need } from "../common/dom.js";
import { hideBanner, onBannerButton, showBanner } from "../sync/banners.js";

/** The name of the outbox and lock of an edit, which the page that shows what was submitted leaves alone. @param {string} assignment */
export function editKey(assignment) {
  return `${assignment}:edit`;
}

/**
 * Work that was postponed and is gone on with: that it was to be postponed is over, whether or not this browser heard so.
 * Changes made from a revision that is no longer the current one count as not sent: the page would show the new one.
 * @param {import("../types.js").OutboxData|null} kept
 * @param {number|undefined} revision  the current one
 */
export function resumed(kept, revision) {
  if (kept?.edit_of && kept.edit_of !== revision && kept.changes > 0) return { ...kept, changes: kept.changes + 1 };
  if (!new URL(location.href).searchParams.has("resumed")) return kept;
  history.replaceState(history.state, "", location.pathname);
  return kept?.submission?.way === "park" ? { ...kept, submission: null } : kept;
}

/**
 * @param {Object} parts
 * @param {number} parts.revision  the current one
 * @param {import("../types.js").DraftBody} parts.current  what it says
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {Pick<import("../sync/sender.js").Sender, "flush">} parts.sender
 */
export function setUpEditing({ revision, current, work, outbox, sender }) {
  const discard = need("#discard", HTMLAnchorElement);
  const begun = outbox.data.edit_of ?? revision;
  outbox.update({ edit_of: begun });
  if (begun !== revision && outbox.isWritable() && !outbox.data.submission) showBanner("revision");

  /** @param {() => void} choose */
  function settle(choose) {
    hideBanner("revision");
    outbox.update({ edit_of: revision });
    choose();
  }
  onBannerButton("revision", "keep", () => settle(() => {}));
  onBannerButton("revision", "take", () => settle(() => work.replace(current)));

  discard.addEventListener("click", (event) => {
    event.preventDefault();
    if (outbox.isWritable()) work.replace(current);
    void sender.flush().then(() => {
      if (outbox.isEmpty()) outbox.clear();
      location.assign(discard.href);
    });
  });

  return {
    base: () => outbox.data.edit_of ?? revision,
    /** Another revision was saved meanwhile: the page reads it, and lets the person choose. @param {string} message */
    conflict(message) {
      if (outbox.isStored()) location.reload();
      else showBanner("refused", message);
    },
  };
}
