/** What can be done with the shown set as a whole: name and colour it, copy it to another, empty it. */
import { announce } from "../common/announce.js";
import { make, need } from "../common/dom.js";
import { word } from "../common/words.js";
import { LONGEST_NAME } from "./set-styles.js";
import { setName } from "./set-name.js";

/** @param {import("./work.js").Work} work */
export function setUpSetTools(work) {
  const menu = need("#set-menu", HTMLDetailsElement);
  const name = need("#set-name", HTMLInputElement);
  const copies = need("#set-copies", HTMLElement);
  const clear = need("#set-clear", HTMLButtonElement);
  const colours = /** @type {HTMLInputElement[]} */ ([...menu.querySelectorAll('input[name="set-colour"]')]);
  const active = () => work.body().active_set;

  function draw() {
    const { sets, looks } = work.body();
    const look = looks[active()];
    if (document.activeElement !== name) name.value = look.name; // what is being typed stays
    name.placeholder = word("setNumber", { number: active() + 1 });
    colours.forEach((colour) => (colour.checked = colour.value === look.colour));
    clear.disabled = sets[active()].length === 0;
    const others = sets.map((_, number) => number).filter((number) => number !== active());
    copies.replaceChildren(...(sets[active()].length > 0 ? others.map(copyButton) : []));
  }

  /** @param {number} to */
  function copyButton(to) {
    const button = make("button", { type: "button", class: "button small" }, setName(work, to));
    button.setAttribute("aria-label", word("copyAllTo", { set: setName(work, to) }));
    button.addEventListener("click", () => close(() => copy(to)));
    return button;
  }

  /** @param {number} to */
  function copy(to) {
    const before = work.body().sets[to].length;
    work.copy(active(), to);
    if (work.body().sets[to].length === before) announce(word("nothingToCopy", { set: setName(work, to) }));
  }

  /** @param {() => void} act */
  function close(act) {
    menu.open = false;
    need("summary", HTMLElement, menu).focus();
    act();
  }

  name.maxLength = LONGEST_NAME;
  name.addEventListener("change", () => work.look(active(), { name: name.value.trim() }));
  name.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // the menu's own button, which gets the focus, would open it again
    close(() => work.look(active(), { name: name.value.trim() }));
  });
  for (const colour of colours) {
    const value = /** @type {import("../types.js").Colour} */ (colour.value);
    colour.addEventListener("change", () => work.look(active(), { colour: value }));
  }
  clear.addEventListener("click", () => close(() => work.clear(active())));
  need("summary", HTMLElement, menu).addEventListener("click", draw); // before it opens: somebody may type at once
  work.onChange(({ kind }) => {
    if (menu.open && kind !== "place") draw();
  });
}
