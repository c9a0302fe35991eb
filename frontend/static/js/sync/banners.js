/** Sentences above the workspace about things a person has to know. They stand in the template, hidden. */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";

/** @typedef {"second-tab"|"logged-out"|"lease-lost"|"closed"|"conflict"|"revision"|"refused"} Banner */

/** @param {Banner} name */
function find(name) {
  return need(`[data-banner="${name}"]`, HTMLElement);
}

/** @param {Banner} name  @param {string} [message]  instead of the template's own words */
export function showBanner(name, message) {
  const banner = find(name);
  if (message) need("[data-text]", HTMLElement, banner).textContent = message;
  if (!banner.hidden) return;
  banner.hidden = false;
  announce(banner.textContent?.trim().replace(/\s+/g, " ") ?? "");
}

/** @param {Banner} name */
export function hideBanner(name) {
  find(name).hidden = true;
}

/** @param {Banner} name  @param {string} action  @param {() => void} does */
export function onBannerButton(name, action, does) {
  need(`[data-action="${action}"]`, HTMLButtonElement, find(name)).addEventListener("click", does);
}
