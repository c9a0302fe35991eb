/** The list of keys, behind `?` and the button of that name. */
import { need } from "../common/dom.js";

export function setUpKeysDialog() {
  const dialog = need("#keys-dialog", HTMLDialogElement);
  const open = () => dialog.showModal();
  need("#keys-button", HTMLButtonElement).addEventListener("click", open);
  need("[data-close]", HTMLButtonElement, dialog).addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => void (event.target === dialog && dialog.close()));
  return open;
}
