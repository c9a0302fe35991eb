/** One menu for all cards: to another set, up and down, joined with a neighbour. It opens beside the button that was pressed. */
import { make, need } from "../common/dom.js";
import { word } from "../common/words.js";
import { setName } from "./set-name.js";

/** @typedef {import("./cards.js").Drawn} Drawn */

/**
 * @param {import("./work.js").Work} work
 * @param {{shown: () => Drawn[], excerptOf: (id: string) => import("../types.js").Excerpt|null, done: (id: string) => void}} cards
 */
export function createCardMenu(work, { shown, excerptOf, done }) {
  const menu = need("#card-menu", HTMLElement);
  /** @type {HTMLElement|null} */
  let opener = null;

  /** @param {string} label  @param {(() => unknown)|null} act  null: not possible now */
  function item(label, act) {
    const button = make("button", { type: "button", role: "menuitem", tabindex: "-1", disabled: act === null }, label);
    button.addEventListener("click", () => {
      close();
      act?.();
    });
    return button;
  }

  /** @param {string[]} ids */
  function items(ids) {
    const { sets, active_set: active } = work.body();
    const others = sets.map((_, number) => number).filter((number) => number !== active);
    const cards = shown();
    const at = cards.findIndex((each) => each.ids[0] === ids[0]);
    /** @param {number|undefined} before  the card in front of which it goes */
    const to = (before) => () => {
      work.reorder(ids, before === undefined ? null : (cards[before]?.ids[0] ?? null));
      done(ids[0]);
    };
    return [
      ...joins(ids),
      item(word("moveUp"), at > 0 ? to(at - 1) : null),
      item(word("moveDown"), at < cards.length - 1 ? to(at + 2) : null),
      ...others.map((set) => item(word("moveTo", { set: setName(work, set) }), () => work.move(ids, active, set))),
      ...others.map((set) => item(word("copyTo", { set: setName(work, set) }), () => work.copy(active, set, ids))),
    ];
  }

  /** A sentence, or several that are joined, with what stands before and after them. @param {string[]} ids */
  function joins(ids) {
    const [first, last] = [ids[0], ids[ids.length - 1]];
    if (excerptOf(first)?.kind !== "sentence") return [];
    const [before, after] = [excerptOf(first)?.before ?? null, excerptOf(last)?.after ?? null];
    return [
      before === null ? null : item(word("joinBefore"), () => [work.join(before, first), done(before)]),
      after === null ? null : item(word("joinAfter"), () => [work.join(last, after), done(first)]),
      ids.length > 1 ? item(word("splitSentences"), () => [work.split(ids), done(first)]) : null,
    ].filter((each) => each !== null);
  }

  function close() {
    if (!menu.matches(":popover-open")) return;
    menu.hidePopover();
    opener?.focus();
  }

  menu.addEventListener("keydown", (event) => {
    event.stopPropagation(); // letters and digits mean nothing else while a menu is open
    const buttons = /** @type {HTMLButtonElement[]} */ ([...menu.querySelectorAll("button:enabled")]);
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      buttons[next % buttons.length]?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      close();
    }
  });

  return {
    /** @param {HTMLElement} button  @param {string[]} ids  of the card */
    open(button, ids) {
      opener = button;
      menu.replaceChildren(...items(ids));
      menu.showPopover();
      const { right, bottom, top } = button.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = menu;
      const below = bottom + height < innerHeight;
      menu.style.left = `${Math.max(4, Math.min(right - width, innerWidth - width - 4))}px`;
      menu.style.top = `${below ? bottom : Math.max(4, top - height)}px`;
      const first = menu.querySelector("button:enabled");
      if (first instanceof HTMLElement) first.focus();
    },
  };
}
