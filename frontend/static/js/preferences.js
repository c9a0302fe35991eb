/** The page of preferences: looks are shown as they are chosen, and a key is chosen by pressing it. */
import { need } from "./common/dom.js";
import { nameOf } from "./layout/keys.js";
import { showLooks } from "./page/looks.js";

const form = need("#preferences", HTMLFormElement);
const LEAVES = new Set(["tab", "shift+tab", "enter", "escape"]);
const EMPTIES = new Set(["delete", "backspace"]);

form.addEventListener("change", () => {
  const chosen = new FormData(form);
  showLooks({ textSize: String(chosen.get("text_size") ?? ""), density: String(chosen.get("density") ?? "") });
});
form.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || field.dataset.default === undefined) return;
  const name = nameOf(event);
  if (LEAVES.has(event.key.toLowerCase()) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (EMPTIES.has(name)) show(field, "");
  else if ([...event.key].length === 1 && event.key !== " ") show(field, name);
  else return;
  event.preventDefault();
});

/** The attribute too: it says how the key is written (css/preferences.css). @param {HTMLInputElement} field  @param {string} key */
function show(field, key) {
  field.value = key;
  field.setAttribute("value", key);
}

for (const field of form.querySelectorAll("input[data-default]")) {
  if (field instanceof HTMLInputElement) field.placeholder = field.dataset.default ?? "";
}
