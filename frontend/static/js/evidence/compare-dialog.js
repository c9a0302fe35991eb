/** All evidence sets side by side: what they share, what one alone has, what a person should look at again. */
import { make, need, shown } from "../common/dom.js";
import { word } from "../common/words.js";
import { path } from "./card-parts.js";
import { compared } from "./comparison.js";
import { setName } from "./set-name.js";

/**
 * @param {import("./work.js").Work} work
 * @param {(id: string) => import("../types.js").Excerpt|null} excerptOf
 * @param {() => string[]} sentences  warnings about the sets
 */
export function createCompareDialog(work, excerptOf, sentences) {
  const dialog = need("#compare-dialog", HTMLDialogElement);
  const place = need("#compare-sets", HTMLElement);

  function table() {
    const { filled, sections } = compared(work.body().sets);
    const heads = filled.map((number) => make("th", { scope: "col" }, swatch(number), setName(work, number)));
    return make(
      "table",
      { class: "compare" },
      make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
      ...sections.map((section) => sectionOf(section, filled)),
    );
  }

  /** @param {number} number */
  const colourOf = (number) => work.body().looks[number].colour;

  /** @param {number} number */
  function swatch(number) {
    return make("span", { class: "set-swatch", "data-colour": colourOf(number), "aria-hidden": "true" });
  }

  /** @param {import("./comparison.js").Section} section  @param {number[]} filled */
  function sectionOf({ in: where, pieces }, filled) {
    const count = pieces.length;
    const heading =
      where === "all" ? word("inAllSets", { count })
      : where === "some" ? word("inSomeSets", { count })
      : word("onlyInSet", { set: setName(work, where), count });
    const rows = pieces.map(({ id, sets }) =>
      make("tr", {}, make("th", { scope: "row" }, ...piece(id)), ...filled.map((number) => mark(sets.includes(number), colourOf(number)))),
    );
    const colspan = String(filled.length + 1);
    return make("tbody", {}, make("tr", { class: "compare-head" }, make("th", { scope: "rowgroup", colspan }, heading)), ...rows);
  }

  /** @param {string} id */
  function piece(id) {
    const excerpt = excerptOf(id);
    if (!excerpt) return [shown(id)];
    const headers = [...excerpt.row_headers, ...excerpt.column_headers].map(shown).join(" / ");
    return [
      path(excerpt),
      headers ? make("span", { class: "card-headers" }, headers) : null,
      make("span", { class: "compare-text", dir: "auto" }, shown(excerpt.text || word("emptyCell"))),
    ].filter((each) => each !== null);
  }

  need("[data-close]", HTMLButtonElement, dialog).addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => void (event.target === dialog && dialog.close()));
  const button = need("#set-compare", HTMLButtonElement);
  button.addEventListener("click", open);

  function open() {
    const filled = work.body().sets.filter((ids) => ids.length > 0).length;
    const said = make("ul", { class: "set-warnings" }, ...sentences().map((text) => make("li", {}, text)));
    place.replaceChildren(...(filled > 0 ? [said, table()] : [make("p", {}, word("nothingToCompare"))]));
    dialog.showModal();
  }
  return open;
}

/** @param {boolean} has  @param {string} colour  of the set */
function mark(has, colour) {
  const sign = make("span", { "aria-hidden": "true" }, has ? "✓" : "–");
  return make("td", { class: has ? "has-it" : "", "data-colour": colour }, sign, make("span", { class: "visually-hidden" }, word(has ? "inSet" : "notInSet")));
}
