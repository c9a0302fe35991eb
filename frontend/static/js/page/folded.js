// @ts-check
/** Parts of a form that are folded: opened where an address leads into one, and where a field of one is not valid. */

/** @param {Element|null} inside */
function unfold(inside) {
  for (let one = inside?.closest("details"); one; one = one.parentElement?.closest("details")) one.open = true;
}

function unfoldTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  unfold(target);
  target?.scrollIntoView();
}

// A browser does not show what is wrong with a field that cannot be seen, and does not send the form.
document.addEventListener("invalid", (event) => unfold(event.target instanceof Element ? event.target : null), true);
window.addEventListener("hashchange", unfoldTarget);
if (location.hash) unfoldTarget();
