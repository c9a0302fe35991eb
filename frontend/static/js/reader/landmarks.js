/** Keys that lead to the next or previous heading, table or link of the page. */
import { announce } from "../common/announce.js";
import { word } from "../common/words.js";
import { countBefore } from "./in-view.js";
import { goToHeading } from "./links.js";
import { arriveNow } from "./page-opening.js";
import { settle } from "./show-range.js";

/** @typedef {"heading"|"table"|"link"} Landmark */

const SELECTORS = {
  heading: ".article-body :is(h2, h3, h4, h5, h6)",
  table: ".article-body table:has(.citable)",
  link: ".article-body a:not(.contents a)",
};

/**
 * @param {import("./reader.js").Reader} reader
 * @param {import("./keyboard-navigation.js").Walking} walking
 */
export function createLandmarks(reader, walking) {
  /** @param {Landmark} kind  @param {1|-1} by  @returns {HTMLElement|undefined} */
  function beside(kind, by) {
    const all = /** @type {HTMLElement[]} */ ([...(reader.page()?.root.querySelectorAll(SELECTORS[kind]) ?? [])]);
    const here = walking.here();
    if (!here) return all[0];
    const before = countBefore(all, here); // those that stand before, hold it, or are it
    return by > 0 ? all[before] : all.slice(0, before).findLast((each) => !each.contains(here));
  }

  /** @param {Landmark} kind  @param {HTMLElement} target */
  function land(kind, target) {
    if (kind === "heading") return goToHeading(target);
    arriveNow(target);
    if (kind === "link") {
      target.focus({ preventScroll: true });
      return settle(target, () => target.scrollIntoView({ block: "nearest" }));
    }
    const first = target.querySelector(".citable");
    if (first instanceof HTMLElement) walking.goTo(first);
    settle(target, () => target.scrollIntoView({ block: isWhole(target) ? "nearest" : "start" }));
  }

  /** @param {Element} element */
  function isWhole(element) {
    return element.getBoundingClientRect().height < reader.scroller.clientHeight * 0.6;
  }

  /** @param {Landmark} kind  @param {1|-1} by  @returns {() => boolean} */
  const key = (kind, by) => () => {
    if (!reader.page()) return false;
    const target = beside(kind, by);
    if (target) land(kind, target);
    else announce(word("noMore"));
    return true;
  };

  /** By name, as for `listenForKeys`. */
  return {
    j: key("heading", 1),
    k: key("heading", -1),
    t: key("table", 1),
    "shift+t": key("table", -1),
    l: key("link", 1),
    "shift+l": key("link", -1),
  };
}
