/** What a set is called: by its person's name for it, else by its number. */
import { shown } from "../common/dom.js";
import { word } from "../common/words.js";

/** @param {import("./work.js").Work} work  @param {number} set */
export function setName(work, set) {
  return shown(work.body().looks[set]?.name ?? "") || word("setNumber", { number: set + 1 });
}
