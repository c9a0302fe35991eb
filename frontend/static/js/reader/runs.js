/** What lies between two elements of a page: a rectangle of a table, or a run of sentences, items and captions. */
import { gridOf, rectangle } from "./grid-map.js";

/**
 * @param {HTMLElement[]} all  everything of the page that can be chosen, in page order
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 * @returns {HTMLElement[]} both ends included. Over the edge of a table everything in page order is between, but other
 *   tables: nobody means a whole table by the two sentences around it
 */
export function between(all, from, to) {
  const table = tableOf(from);
  if (table && table === tableOf(to)) return rectangle(gridOf(table), from, to);
  const ends = [all.indexOf(from), all.indexOf(to)].sort((one, other) => one - other);
  if (ends[0] < 0) return [to];
  const ofEnds = [table, tableOf(to)];
  return all.slice(ends[0], ends[1] + 1).filter((element) => {
    const own = tableOf(element);
    return own === null || ofEnds.includes(own);
  });
}

/** @param {HTMLElement} element  @returns {HTMLTableElement|null} the table it is a cell of; a caption is of none */
export function tableOf(element) {
  return element.matches("td, th") ? element.closest("table") : null;
}
