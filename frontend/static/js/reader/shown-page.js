/** Reads a fragment that has just been put into the reader: its elements, the context of each, and what may be added to it. */
import { pageJson } from "../common/page-json.js";

/** @typedef {import("../types.js").ShownPage} ShownPage */

/** @param {HTMLElement} frame  @returns {ShownPage|null} null for search results and messages */
export function readShownPage(frame) {
  const root = frame.querySelector("article[data-page-title]");
  if (!(root instanceof HTMLElement)) return null;
  /** @type {{ids: string[], chains: number[][], chain_of: number[], offers: Record<number, number>}} */
  const data = pageJson("script.context-data", frame) ?? { ids: [], chains: [], chain_of: [], offers: {} };
  const numbers = new Map(data.ids.map((id, number) => [id, number]));
  const elements = elementsOf(root);
  /** @type {HTMLElement[]|null} */
  let inOrder = null;
  /** @param {number|undefined} chain */
  const idsOf = (chain) => (data.chains[chain ?? -1] ?? []).map((number) => data.ids[number]);
  return {
    title: root.dataset.pageTitle ?? "",
    root,
    elements,
    contextOf: (id) => idsOf(data.chain_of[numbers.get(id) ?? -1]),
    offeredOf: (id) => idsOf(data.offers[numbers.get(id) ?? -1]),
    beside(element, by) {
      inOrder ??= [...elements.values()];
      return inOrder[inOrder.indexOf(element) + by] ?? null;
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
