/** Finding and making elements. Text always goes in as text. */

/**
 * The one element that the template must contain.
 * @template {Element} E
 * @param {string} selector
 * @param {new () => E} type
 * @param {ParentNode} [root]
 * @returns {E}
 */
export function need(selector, type, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} at ${selector}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string|boolean|null>} [attributes]  true: present without value; false, null: left out
 * @param {...(Node|string|null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * Corpus text as it is shown: some fonts place NFD's combining marks badly.
 * @param {string} text
 */
export function shown(text) {
  return text.normalize("NFC");
}

/** @param {EventTarget|null} target  @returns {boolean} whether keys typed there are text */
export function isTyping(target) {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !["radio", "checkbox", "button"].includes(target.type))
  );
}
