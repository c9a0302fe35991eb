/**
 * The data of a `<script type="application/json">`.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {any}
 */
export function pageJson(selector, root = document) {
  const text = root.querySelector(selector)?.textContent;
  return text ? JSON.parse(text) : null;
}
