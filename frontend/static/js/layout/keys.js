/** The keys of the workspace. Letters do nothing while someone types. */
import { isTyping } from "../common/dom.js";

/** @typedef {(event: KeyboardEvent) => boolean|void} KeyAction  false: the browser's own meaning stays */

/** @param {Record<string, KeyAction>} actions  by name as in `nameOf`, such as "ctrl+z" */
export function listenForKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const name = nameOf(event);
    const action = actions[name];
    if (!action || event.isComposing || document.querySelector("dialog[open]")) return;
    if (isTyping(event.target) && !name.startsWith("ctrl+f") && name !== "ctrl+enter" && !name.startsWith("alt+")) return;
    if (action(event) !== false) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event */
export function nameOf(event) {
  const held = [event.ctrlKey || event.metaKey ? "ctrl" : "", event.altKey ? "alt" : ""].filter(Boolean);
  const isLetter = /^[a-z]$/i.test(event.key);
  if (event.shiftKey && isLetter) held.push("shift");
  return [...held, event.key.toLowerCase()].join("+");
}
