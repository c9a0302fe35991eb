/** Back and forward in the reader. */
import { need } from "../common/dom.js";

/**
 * @param {import("./reader.js").Reader} reader
 * @param {() => void} logBack
 */
export function createHistoryButtons(reader, logBack) {
  const back = need("#reader-back", HTMLButtonElement);
  const forward = need("#reader-forward", HTMLButtonElement);

  /** @param {-1|1} by */
  function step(by) {
    if (!reader.canStep(by)) return;
    if (by === -1) logBack();
    void reader.step(by);
  }

  back.addEventListener("click", () => step(-1));
  forward.addEventListener("click", () => step(1));
  reader.onShow(() => {
    back.disabled = !reader.canStep(-1);
    forward.disabled = !reader.canStep(1);
  });
  return step;
}
