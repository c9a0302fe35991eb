/** The sentence: the ones beside it and the dictionary, shown on request. */
export function setUpSource() {
  const button = document.querySelector("#context");
  const dictionary = document.querySelector("#dictionary"); // a sentence without links has none

  function toggleContext() {
    if (!(button instanceof HTMLButtonElement)) return;
    const isShown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isShown));
    for (const sentence of document.querySelectorAll("[data-context]")) {
      if (sentence instanceof HTMLElement) sentence.hidden = !isShown;
    }
  }

  function toggleDictionary() {
    if (dictionary instanceof HTMLDetailsElement) dictionary.open = !dictionary.open;
  }

  button?.addEventListener("click", toggleContext);
  return { toggleContext, toggleDictionary };
}
