/** The archived article in its frame: how long it loads, and what can be done when it does not. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { word } from "../common/words.js";

/**
 * @param {Object} parts
 * @param {{write: (name: string, value?: string) => void}} parts.log
 * @param {number} parts.seconds  after which it counts as not loading
 */
export function watchArticle({ log, seconds }) {
  const frame = document.querySelector("#article-frame");
  const state = need("#article-state", HTMLElement);
  if (!(frame instanceof HTMLIFrameElement)) return; // no copy is stored; the page says so
  const start = performance.now();
  const passed = () => Math.round((performance.now() - start) / 100) / 10;

  const ticking = setInterval(() => {
    state.textContent = word("articleLoading", { seconds: Math.round(passed()) });
    if (passed() >= seconds) gaveUp();
  }, 1000);

  function gaveUp() {
    clearInterval(ticking);
    state.dataset.state = "failed";
    state.textContent = word("articleFailed", { seconds });
    need("#not-loading", HTMLElement).hidden = false;
    log.write("article-timeout", String(seconds));
    announce(state.textContent);
  }

  frame.addEventListener("load", () => {
    clearInterval(ticking);
    state.dataset.state = "loaded";
    state.textContent = word("articleLoaded", { seconds: passed().toFixed(1) });
    need("#not-loading", HTMLElement).hidden = true;
    log.write("article-loaded", String(Math.round(passed() * 1000)));
  }, { once: true });
  state.textContent = word("articleLoading", { seconds: 0 });
  frame.src = frame.dataset.src ?? "";
}

/** Opens the dialog of skipping with the reason that the article does not load. */
export function setUpNotLoading() {
  const button = document.querySelector("#skip-not-loading");
  button?.addEventListener("click", () => {
    need("#skip", HTMLButtonElement).click();
    const reason = button instanceof HTMLElement ? (button.dataset.reason ?? "") : "";
    const choice = document.querySelector(`#skip-dialog input[value="${CSS.escape(reason)}"]`);
    if (choice instanceof HTMLInputElement) {
      choice.checked = true;
      choice.focus();
    }
  });
}
