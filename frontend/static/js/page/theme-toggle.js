// @ts-check
/** @typedef {"auto" | "light" | "dark"} Theme */

/** @type {readonly Theme[]} */
const THEMES = ["auto", "light", "dark"];
const KEY = "attest-theme";

/** @returns {Theme} */
export function currentTheme() {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "auto";
}

/** @param {Theme} theme */
export function applyTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "auto") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Not kept, but applied to this page.
  }
}

/** @param {Document} page */
export function setUpThemeToggle(page) {
  const button = page.querySelector("[data-theme-toggle]");
  if (!(button instanceof HTMLButtonElement)) return;
  say(button);
  button.hidden = false;
  button.addEventListener("click", () => {
    applyTheme(THEMES[(THEMES.indexOf(currentTheme()) + 1) % THEMES.length] ?? "auto");
    say(button);
  });
}

/** @param {HTMLButtonElement} button */
function say(button) {
  const theme = currentTheme();
  const words = button.dataset[theme] ?? theme;
  button.dataset.shows = theme;
  button.title = words;
  const label = button.querySelector("[data-theme-label]");
  if (label) label.textContent = words;
}
