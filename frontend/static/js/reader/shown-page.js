/** Reads a fragment that has just been put into the reader: its elements, and the context of each. */
import { pageJson } from "../common/page-json.js";

/** @typedef {import("../types.js").ShownPage} ShownPage */

/** @param {HTMLElement} frame  @returns {ShownPage|null} null for search results and messages */
export function readShownPage(frame) {
  const root = frame.querySelector("article[data-page-title]");
  if (!(root instanceof HTMLElement)) return null;
  /** @type {{ids: string[], chains: number[][], chain_of: number[]}} */
  const data = pageJson("script.context-data", frame) ?? { ids: [], chains: [], chain_of: [] };
  const numbers = new Map(data.ids.map((id, number) => [id, number]));
  return {
    title: root.dataset.pageTitle ?? "",
    root,
    elements: elementsOf(root),
    contextOf(id) {
      const chain = data.chains[data.chain_of[numbers.get(id) ?? -1] ?? -1] ?? [];
      return chain.map((number) => data.ids[number]);
    },
  };
}

/** @param {HTMLElement} root  @returns {Map<string, HTMLElement>} */
function elementsOf(root) {
  const elements = new Map();
  for (const element of root.querySelectorAll("[data-element-id]")) {
    if (element instanceof HTMLElement) elements.set(element.dataset.elementId, element);
  }
  return elements;
}
