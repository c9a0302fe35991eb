/**
 * What a model suggests as evidence: cards beside the sets, and faint marks on the page. Where there is nothing to suggest, or
 * nothing may be shown, there is no trace of it.
 */
import { announce } from "../common/announce.js";
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { ask } from "./requests.js";
import { createSuggestionCards } from "./cards.js";
import { setUpSuggestionKeys } from "./card-keys.js";
import { setUpFolding } from "./collapsing.js";
import { createSeen } from "./impressions.js";

const AFTER_OTHER_WORDS_MS = 1500; // a screen reader is still saying what was chosen

/**
 * @param {Object} parts
 * @param {import("./suggested.js").Suggested} parts.suggested
 * @param {import("../evidence/work.js").Work} parts.work
 * @param {import("../reader/reader.js").Reader} parts.reader
 * @param {ReturnType<typeof import("../evidence/evidence-panel.js").setUpSelecting>} parts.selecting
 * @param {import("../sync/operations.js").Log} parts.log
 * @param {() => boolean} parts.mayWrite
 */
export function setUpSuggesting({ suggested, work, reader, selecting, log, mayWrite }) {
  const { excerpts, highlighter, openElement, language } = selecting;
  const cards = createSuggestionCards({ work, suggested, language });
  const { section, list } = cards;
  const folding = setUpFolding(list);
  const seen = createSeen({ work, suggested, log, mayWrite });
  const keys = setUpSuggestionKeys(list, {
    accept,
    dismiss,
    beside: () => (section.hidden ? need("#set-tabs [aria-selected=true]", HTMLElement) : folding.button),
  });

  /** Into the set that is shown; the log says by itself that it was suggested. @param {string} id */
  function accept(id) {
    if (mayWrite()) work.add([id]);
  }

  /** @param {string} id */
  function dismiss(id) {
    const suggestion = suggested.visible(id);
    if (suggestion && mayWrite() && !work.activeIds().includes(id)) work.dismiss(suggestion);
  }

  function watch() {
    seen.forget();
    const page = reader.page();
    for (const [id, card] of cards.cards()) {
      seen.watch(id, card);
      seen.watch(id, page?.elements.get(id));
    }
  }

  function draw() {
    cards.draw();
    keys.renew();
    watch();
  }

  /** @param {string[]} ids  postponed or taken back */
  function renew(ids) {
    highlighter.repaint(ids);
    draw();
  }

  /** They have come, or may be seen from now on. */
  function appear() {
    excerpts.give(suggested.list().map(({ card }) => card));
    renew(suggested.ids());
  }

  function sayHowMany() {
    const { size: count } = cards.cards();
    if (count > 0) announce(word("suggestionsCame", { count }));
  }

  list.addEventListener("click", (event) => {
    const card = keys.cardOf(event.target);
    const target = event.target instanceof Element ? event.target : null;
    const { accept: accepted, dismiss: dismissed } = target?.closest("button")?.dataset ?? {};
    if (!card) return;
    if (accepted) keys.leaving(card, () => accept(accepted));
    else if (dismissed) keys.leaving(card, () => dismiss(dismissed));
    else if (getSelection()?.isCollapsed !== false) void openElement(card.dataset.suggestion ?? "");
  });

  reader.onShow(watch);
  work.onChange((change) => {
    if (suggested.hear(change)) {
      appear();
      setTimeout(sayHowMany, AFTER_OTHER_WORDS_MS);
    } else if (change.kind === "evidence") cards.refresh(change.steps.map(({ id }) => id));
    else if (change.kind === "active") cards.refresh(cards.cards().keys());
    else if (change.kind === "suggestion") renew([change.id]);
    else if (change.kind === "all") renew(suggested.ids());
  });

  return {
    /** @param {string} address */
    ask: (address) =>
      void ask(address, (answer) => {
        suggested.take(answer);
        if (!suggested.isOpen()) return;
        appear();
        sayHowMany();
      }),
    /** By name, as for `listenForKeys`. */
    keys: {
      s: () => {
        if (section.hidden) return false;
        folding.unfold();
        keys.enter();
      },
    },
  };
}
