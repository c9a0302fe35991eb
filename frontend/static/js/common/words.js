/** Translated words for scripts: the template `workspace/_words.html` writes them as data attributes. */
import { need } from "./dom.js";

/**
 * @param {string} key  as in `data-key`, in camel case
 * @param {Record<string, string|number>} [values]  for the places marked {name}
 * @returns {string}
 */
export function word(key, values = {}) {
  const text = need("#words", HTMLElement).dataset[key];
  if (text === undefined) throw new Error(`No word for ${key}`);
  return text.replace(/\{(\w+)\}/g, (mark, name) => (name in values ? String(values[name]) : mark));
}
