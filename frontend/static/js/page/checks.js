// @ts-check
// Check boxes of a list's rows: one for all of a page, and how many are ticked. Without this script each is ticked by hand.

export {};

/** @param {string} form  @returns {HTMLInputElement[]} */
function rowsOf(form) {
  const found = document.querySelectorAll(`input[type="checkbox"][form="${form}"]`);
  return [...found].filter((each) => each instanceof HTMLInputElement);
}

/** @param {string} form */
function show(form) {
  const rows = rowsOf(form);
  const ticked = rows.filter((each) => each.checked).length;
  for (const all of document.querySelectorAll(`[data-checks="${form}"]`)) {
    if (!(all instanceof HTMLInputElement)) continue;
    all.checked = rows.length > 0 && ticked === rows.length;
    all.indeterminate = ticked > 0 && ticked < rows.length;
  }
  const output = document.querySelector(`[data-checked="${form}"]`);
  if (output instanceof HTMLOutputElement) {
    output.hidden = ticked === 0;
    output.value = String(ticked);
  }
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const { checks, checksNone } = target.dataset;
  if (checks) {
    for (const each of rowsOf(checks)) each.checked = target.checked;
    show(checks);
  } else if (checksNone) {
    // All that match are more than those of this page: these are ticked with them, and cannot be taken out.
    for (const each of rowsOf(checksNone)) {
      each.checked = target.checked;
      each.disabled = target.checked;
    }
    show(checksNone);
  } else if (target.getAttribute("form")) {
    show(target.getAttribute("form") ?? "");
  }
});
