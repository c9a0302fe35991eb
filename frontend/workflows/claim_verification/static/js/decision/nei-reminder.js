/**
 * After the project's minutes on one claim, a kind word: "not enough information" is an answer too (paper, section
 * 7.10.1). It stops nobody, it is said once, and the time counts only while the page is looked at.
 */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";

const LOOK_MS = 5000;

/**
 * @param {Object} parts
 * @param {number} parts.minutes  0: never
 * @param {() => number} parts.activeSeconds
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {{guideShown: () => void}} parts.log
 * @param {string} parts.notEnoughInfo  the verdict
 * @param {() => void} parts.choose  it
 */
export function setUpGuide({ minutes, activeSeconds, outbox, work, log, notEnoughInfo, choose }) {
  if (minutes === 0 || outbox.data.guided) return;
  const guide = need("#guide", HTMLElement);
  const timer = setInterval(look, LOOK_MS);

  function look() {
    if (activeSeconds() < minutes * 60 || !outbox.isWritable()) return;
    clearInterval(timer);
    if (work.body().verdict === notEnoughInfo) return;
    guide.hidden = false;
    outbox.update({ guided: true });
    log.guideShown();
    announce(need("p", HTMLElement, guide).textContent?.trim().replace(/\s+/g, " ") ?? "");
  }

  /** @param {boolean} focused  whether the place where keys go vanishes with it */
  function close(focused = guide.contains(document.activeElement)) {
    guide.hidden = true;
    if (focused) need("#decision input[name=verdict]", HTMLElement).focus();
  }

  need("[data-choose]", HTMLButtonElement, guide).addEventListener("click", () => {
    close(false);
    choose();
  });
  need("[data-close]", HTMLButtonElement, guide).addEventListener("click", () => close());
  work.onChange(({ kind }) => void (kind === "verdict" && work.body().verdict === notEnoughInfo && close()));
  look();
}
