/** The verification workspace: opens it, and lets its parts hear of one another. */
import { announce } from "./common/announce.js";
import { createClock } from "./common/clock.js";
import { need, shown } from "./common/dom.js";
import { pageJson } from "./common/page-json.js";
import { word } from "./common/words.js";
import { createCards } from "./evidence/cards.js";
import { verificationShape } from "./evidence/draft-shape.js";
import { createExcerpts } from "./evidence/excerpts.js";
import { createHighlighter } from "./evidence/highlighter.js";
import { listenForPicks } from "./evidence/picking.js";
import { createTabs } from "./evidence/tabs.js";
import { setUpUndoButtons } from "./evidence/undo-buttons.js";
import { createWork } from "./evidence/work.js";
import { setUpDeciding } from "./deciding/deciding.js";
import { setUpKeeping } from "./keeping/keeping.js";
import { claimTab } from "./keeping/one-tab.js";
import { createLog } from "./keeping/operations.js";
import { storedOutbox } from "./keeping/outbox.js";
import { reconcile } from "./keeping/reconcile.js";
import { setUpDivider } from "./layout/divider.js";
import { listenForKeys } from "./layout/keys.js";
import { setUpKeysDialog } from "./layout/keys-dialog.js";
import { flash } from "./reader/flash.js";
import { setUpReading } from "./reader/reading.js";

/** @typedef {import("./types.js").Payload} Payload */

/** @type {Payload} */
const payload = pageJson("#assignment");
const root = need("#workspace", HTMLElement);
const addresses = /** @type {Record<"api"|"read"|"find"|"suggest"|"excerpts", string>} */ ({ ...root.dataset });

/** @type {(() => void)[]} */
const onTaken = [];
const writes = await claimTab(payload.id, () => onTaken.forEach((stop) => stop()));
const shape = verificationShape(payload.project.max_evidence_sets);
const { data, other } = reconcile(payload, storedOutbox(payload.id), shape);
const work = createWork(data.body, data.undo);
const { outbox, sender, stop } = setUpKeeping({ payload, shape, data, other, work, writes, address: addresses.api });
const log = createLog(outbox, createClock(payload.elapsed_seconds), sender.changed);
onTaken.push(stop);

const { reader, step, searchInput, findInput, walking } = setUpReading({ addresses, outbox, work, log });
const excerpts = createExcerpts(addresses.excerpts, (ids) => {
  cards.refresh(ids);
  confirmation.refresh();
});
work.onChange(({ kind, step: taken }) => {
  if (taken?.added) excerpts.want([taken.id], reader.page());
  if (kind === "all") excerpts.want(work.body().sets.flat(), reader.page());
});
const cards = createCards(work, excerpts, openElement);
const highlighter = createHighlighter(work);
const { submit, verdict, confirmation } = setUpDeciding({ address: addresses.api, work, outbox, sender, excerpts });

/** Shows an element on its page. @param {string} id */
async function openElement(id) {
  const title = excerpts.get(id)?.page;
  if (title !== undefined && reader.page()?.title !== title) await reader.go({ title });
  const element = reader.page()?.elements.get(id);
  if (element) flash(element);
}

/** @param {HTMLElement} element */
function pick(element) {
  const id = element.dataset.elementId;
  if (id !== undefined && outbox.isWritable()) work.toggle(id);
}

work.onChange(({ step: taken }) => {
  if (!taken) return;
  log.picked(taken);
  const text = shown(excerpts.get(taken.id)?.text ?? "");
  announce(word(taken.added ? "added" : "removed", { number: taken.set + 1, text: text.slice(0, 120) }));
});
reader.onShow(({ page }) => highlighter.show(page));
listenForPicks(reader.frame, pick);
createTabs(work);
setUpUndoButtons(work);
setUpDivider();
const openKeys = setUpKeysDialog();

excerpts.want(data.body.sets.flat(), null);
cards.draw();
await reader.open();
root.dataset.ready = "true"; // a script that drives this page may begin

listenForKeys({
  "/": () => searchInput.select(),
  f: () => findInput.select(),
  "ctrl+f": () => (document.activeElement === findInput ? false : findInput.select()), // twice: the browser's own
  a: () => walking.enter(),
  b: () => step(-1),
  "alt+arrowleft": () => step(-1),
  "alt+arrowright": () => step(1),
  "1": () => verdict.choose(0),
  "2": () => verdict.choose(1),
  "3": () => verdict.choose(2),
  "[": () => work.activate(work.body().active_set - 1),
  "]": () => work.activate(work.body().active_set + 1),
  "ctrl+z": () => work.undo(),
  "ctrl+shift+z": () => work.redo(),
  "ctrl+y": () => work.redo(),
  "ctrl+enter": () => submit(),
  "?": openKeys,
});
