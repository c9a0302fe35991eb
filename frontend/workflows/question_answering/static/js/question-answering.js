/** Claims of an article, and questions with answers: opens the workspace of the phases with cards. */
import { createClock } from "./common/clock.js";
import { isTyping, need } from "./common/dom.js";
import { pageJson } from "./common/page-json.js";
import { setUpDivider } from "./layout/divider.js";
import { listenForKeys } from "./layout/keys.js";
import { setUpGuidelinesDrawer } from "./layout/guidelines-drawer.js";
import { setUpKeysDialog } from "./layout/keys-dialog.js";
import { setUpNotLoading, watchArticle } from "./qa/article.js";
import { createCardWork } from "./qa/card-work.js";
import { nameCountries } from "./qa/countries.js";
import { claimsPhase, setUpClaims } from "./qa/claims.js";
import { questionsPhase, setUpQuestions } from "./qa/questions.js";
import { setUpTabs } from "./qa/tabs.js";
import { createLog, logVisibility } from "./sync/operations.js";
import { reconcile } from "./sync/reconcile.js";
import { storedOutbox } from "./sync/storage.js";
import { setUpKeeping } from "./sync/sync.js";
import { claimTab } from "./sync/tab-lock.js";
import { setUpSkipping } from "./writing/skipping.js";

const given = pageJson("#assignment");
// Of a change the outbox has a name of its own, which the page that shows what was submitted leaves alone.
const payload = given.submitted ? { ...given, id: `${given.id}:edit` } : given;
const root = need("#workspace", HTMLElement);
const address = root.dataset.api ?? "";
nameCountries();
const list = root.dataset.cards === "claims" ? "claims" : "questions";
const shape = list === "claims" ? claimsPhase() : questionsPhase(payload);

/** @type {(() => void)[]} */
const onTaken = [];
const writes = await claimTab(payload.id, () => onTaken.forEach((stop) => stop()));
const { data, other } = reconcile(payload, storedOutbox(payload.id), shape);
const work = createCardWork(data.body, data.undo, list);
const { outbox, sender, stop, mayWrite } = setUpKeeping({ payload, shape, data, other, work, writes, address });
const log = createLog(outbox, createClock(payload.elapsed_seconds, data.last_active), sender.changed);
logVisibility(log);
onTaken.push(stop);

const tabs = setUpTabs();
const parts = { payload, address, work, outbox, sender, log, mayWrite, tabs };
const { cards, submit, keys } = list === "claims" ? setUpClaims(parts) : setUpQuestions(parts);
if (!payload.submitted) setUpSkipping(outbox, sender);
setUpNotLoading();
setUpDivider();
const openKeys = setUpKeysDialog();
const openGuidelines = setUpGuidelinesDrawer();
watchArticle({ log, seconds: payload.fields.limits.timeout_seconds });
root.dataset.ready = "true"; // a script that drives this page may begin

listenForKeys({
  g: openGuidelines,
  a: () => tabs.focus("article"),
  e: () => cards.go(0),
  "[": () => cards.go(-1),
  "]": () => cards.go(1),
  "+": () => mayWrite() && cards.add(),
  "ctrl+z": () => mayWrite() && cards.undo(),
  "ctrl+shift+z": () => mayWrite() && cards.redo(),
  "ctrl+enter": () => mayWrite() && submit(),
  "?": openKeys,
  ...keys,
});
document.addEventListener("keydown", (event) => {
  const field = event.target;
  const card = event.key === "Escape" && isTyping(field) && !document.querySelector("dialog[open]") ? /** @type {HTMLElement} */ (field).closest("[data-item]") : null;
  if (card instanceof HTMLElement) card.focus(); // keys of letters work again
});
