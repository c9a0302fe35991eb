/** The line between the panes: dragged, or moved by arrow keys; this browser remembers it. */
import { need } from "../common/dom.js";

const KEY = "attest:divider";
const LEAST = 30;
const MOST = 75;
const STEP = 2;

export function setUpDivider() {
  const panes = need("#panes", HTMLElement);
  const divider = need("#divider", HTMLElement);

  /** @param {number} share  percent of the width for the reader */
  function move(share) {
    const kept = Math.round(Math.min(MOST, Math.max(LEAST, share)) * 10) / 10;
    panes.style.setProperty("--reader-share", `${kept}%`);
    divider.setAttribute("aria-valuenow", String(Math.round(kept)));
    return kept;
  }

  /** @param {number} share */
  function keep(share) {
    try {
      localStorage.setItem(KEY, String(move(share)));
    } catch {
      // Moved, but not remembered.
    }
  }

  /** @param {PointerEvent} event */
  function shareAt(event) {
    const { left, width } = panes.getBoundingClientRect();
    const share = ((event.clientX - left) / width) * 100;
    return getComputedStyle(panes).direction === "rtl" ? 100 - share : share;
  }

  function current() {
    return Number(divider.getAttribute("aria-valuenow"));
  }

  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  divider.addEventListener("pointermove", (event) => void (divider.hasPointerCapture(event.pointerId) && move(shareAt(event))));
  divider.addEventListener("pointerup", (event) => keep(shareAt(event)));
  divider.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (by !== undefined) keep(current() + by);
  });
  const kept = Number(storedShare());
  if (kept) move(kept);
}

function storedShare() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
