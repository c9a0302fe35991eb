/** The sentence: the ones beside it and the dictionary, shown on request. */
import { need } from "../common/dom.js";

export function setUpSource() {
  const button = document.querySelector("#context");
  const dictionary = need("#dictionary", HTMLDetailsElement);

  function toggleContext() {
    if (!(button instanceof HTMLButtonElement)) return;
    const isShown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isShown));
    for (const sentence of document.querySelectorAll("[data-context]")) {
      if (sentence instanceof HTMLElement) sentence.hidden = !isShown;
    }
  }

  button?.addEventListener("click", toggleContext);
  return { toggleContext, toggleDictionary: () => void (dictionary.open = !dictionary.open) };
}
