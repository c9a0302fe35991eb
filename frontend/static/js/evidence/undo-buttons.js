/** Undo and redo as buttons. */
import { need } from "../common/dom.js";

/** @param {import("./work.js").Work} work */
export function setUpUndoButtons(work) {
  const undo = need("#undo", HTMLButtonElement);
  const redo = need("#redo", HTMLButtonElement);

  function draw() {
    undo.disabled = work.undoable().done.length === 0;
    redo.disabled = work.undoable().undone.length === 0;
  }

  undo.addEventListener("click", work.undo);
  redo.addEventListener("click", work.redo);
  work.onChange(draw);
  draw();
}
