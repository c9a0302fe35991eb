/** A second tab of work that another tab writes: it shows, changes nothing, and says where to press to work here. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { showBanner } from "./banners.js";
import { citable } from "../evidence/click-selection.js";

/** What would change the work or end it. */
const WRITING = "#panel, .give-back, .leave";
/** Dialogs about the work; guidelines and keys are read in any tab. */
const DECIDING = "dialog:not(#guidelines, #keys-dialog)[open]";

export function makeReadOnly() {
  if (document.body.classList.contains("is-readonly")) return;
  document.body.classList.add("is-readonly");
  document.querySelectorAll(WRITING).forEach((element) => element.setAttribute("inert", ""));
  for (const dialog of document.querySelectorAll(DECIDING)) if (dialog instanceof HTMLDialogElement) dialog.close();
  const state = need("#saved-state", HTMLElement);
  state.dataset.state = "read-only";
  need("[data-text]", HTMLElement, state).textContent = word("readOnly");
  showBanner("second-tab");
  document.addEventListener("click", remindWhoClicks);
}

/** What is inert hears no click: it reaches what stands around it. @param {MouseEvent} event */
function remindWhoClicks({ target, clientX, clientY }) {
  const isLink = target instanceof Element && target.closest("a, button") !== null;
  const panel = document.querySelector("#panel")?.getBoundingClientRect();
  const inPanel = panel && clientX >= panel.left && clientX <= panel.right && clientY >= panel.top && clientY <= panel.bottom;
  if (!isLink && (inPanel || citable(target))) remind();
}

/** Somebody tried to change something here. */
export function remind() {
  const banner = need('[data-banner="second-tab"]', HTMLElement);
  need("[data-action=take-over]", HTMLButtonElement, banner).focus();
  announce(need("p", HTMLElement, banner).textContent?.trim() ?? "");
}
