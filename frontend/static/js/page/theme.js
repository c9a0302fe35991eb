// @ts-check
// Runs before the first paint, so that a dark room never flashes white. Not a module: modules wait.
(() => {
  /** @type {string | null} */
  let kept = null;
  try {
    kept = localStorage.getItem("attest-theme");
  } catch {
    // Storage may be switched off; the system's theme then holds.
  }
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
})();
