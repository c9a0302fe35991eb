/** The guidelines, beside the work: a button opens them, and a key that the page binds to what this returns. */
import { need } from "../common/dom.js";

/** @returns {() => void} opens them */
export function setUpGuidelinesDrawer() {
  const drawer = need("#guidelines", HTMLDialogElement);
  const open = () => drawer.showModal();
  need("#guidelines-button", HTMLButtonElement).addEventListener("click", open);
  need("[data-close]", HTMLButtonElement, drawer).addEventListener("click", () => drawer.close());
  return open;
}
