/** The keys of the workspace. Letters do nothing while someone types. */
import { isTyping } from "../common/dom.js";
import { pageJson } from "../common/page-json.js";

/** @typedef {(event: KeyboardEvent) => boolean|void} KeyAction  false: the browser's own meaning stays */

/** @type {Record<string, string>|null} */
let own = null;

/** The person's key for the action whose default key this is (frontend/shortcuts.py). @param {string} name  as in `nameOf` */
export function ownKey(name) {
  own ??= pageJson("#own-keys") ?? {};
  return own?.[name] ?? name;
}

/** @param {Record<string, KeyAction>} byDefault  by default key, named as in `nameOf`, such as "ctrl+z" */
export function listenForKeys(byDefault) {
  const actions = Object.fromEntries(Object.entries(byDefault).map(([name, action]) => [ownKey(name), action]));
  document.addEventListener("keydown", (event) => {
    const name = nameOf(event);
    const action = actions[name];
    if (name === "ctrl+enter" && event.target instanceof HTMLAnchorElement) return; // the browser opens it in a tab
    if (!action || event.isComposing || document.querySelector("dialog[open]")) return;
    if (isTyping(event.target) && !name.startsWith("ctrl+f") && name !== "ctrl+enter" && !name.startsWith("alt+")) return;
    if (action(event) !== false) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event */
export function nameOf(event) {
  const writes = event.getModifierState("AltGraph"); // as for "[" on many keyboards: it is Ctrl and Alt to Windows
  const held = [!writes && (event.ctrlKey || event.metaKey) ? "ctrl" : "", !writes && event.altKey ? "alt" : ""].filter(Boolean);
  const isLetter = /^[a-z]$/i.test(event.key);
  if (event.shiftKey && isLetter) held.push("shift");
  return [...held, event.key.toLowerCase()].join("+");
}
