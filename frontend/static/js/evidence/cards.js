/** The list of cards of the active set. */
import { need } from "../common/dom.js";
import { card } from "./card.js";

/**
 * @param {import("./work.js").Work} work
 * @param {ReturnType<typeof import("./excerpts.js").createExcerpts>} excerpts
 * @param {(id: string) => void} open  called with the element a person wants to see on its page
 */
export function createCards(work, excerpts, open) {
  const list = need("#cards", HTMLElement);
  const empty = need("#no-cards", HTMLElement);

  /** @param {string} id */
  function cardOf(id) {
    return card(id, excerpts.get(id), excerpts.isMissing(id));
  }

  function draw() {
    const ids = work.activeIds();
    list.replaceChildren(...ids.map(cardOf));
    empty.hidden = ids.length > 0;
  }

  /** @param {string} id */
  function find(id) {
    return [...list.children].find((each) => each instanceof HTMLElement && each.dataset.card === id);
  }

  list.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.open) open(button.dataset.open);
    if (button?.dataset.remove) removeFocused(button.dataset.remove);
  });

  /** Keyboard users stay in the list when the card they stood on goes. @param {string} id */
  function removeFocused(id) {
    const next = find(id)?.nextElementSibling ?? find(id)?.previousElementSibling;
    work.toggle(id);
    next?.querySelector("button")?.focus();
  }

  work.onChange(({ kind, step }) => {
    if (kind === "active" || kind === "all") draw();
    if (kind !== "evidence" || !step || step.set !== work.body().active_set) return;
    if (step.added) {
      list.insertBefore(cardOf(step.id), list.children[step.index] ?? null);
      find(step.id)?.scrollIntoView({ block: "nearest" });
    } else find(step.id)?.remove();
    empty.hidden = list.children.length > 0;
  });

  return {
    draw,
    /** @param {string[]} ids  whose excerpts have arrived */
    refresh(ids) {
      for (const id of ids) {
        const old = find(id);
        const focused = old?.contains(document.activeElement);
        old?.replaceWith(cardOf(id));
        if (focused) find(id)?.querySelector("button")?.focus();
      }
    },
  };
}
