// @ts-check
// Size of text and density: the server writes them into <html>, so that nothing flashes; tabs that are open follow.

/** @typedef {{textSize: string, density: string}} Looks  "" and "normal" are the same */

const KEY = "attest:looks";
const root = document.documentElement;

/** @param {Looks} looks */
export function showLooks({ textSize, density }) {
  set("textSize", textSize);
  set("density", density);
}

/** @param {"textSize"|"density"} name  @param {string} value */
function set(name, value) {
  if (value === "" || value === "normal") delete root.dataset[name];
  else root.dataset[name] = value;
}

/** What this page was made with is what all tabs of the person show. */
export function shareLooks() {
  const { textSize = "", density = "" } = root.dataset;
  try {
    const shared = JSON.stringify({ textSize, density });
    if (localStorage.getItem(KEY) !== shared) localStorage.setItem(KEY, shared);
  } catch {
    // No storage: other tabs show it when they are loaded again.
  }
  addEventListener("storage", ({ key, newValue }) => {
    if (key === KEY && newValue) showLooks(JSON.parse(newValue));
  });
}
