/** Claims from a sentence and their mutations: opens the page, and lets its parts hear of one another. */
import { createClock } from "./common/clock.js";
import { need } from "./common/dom.js";
import { pageJson } from "./common/page-json.js";
import { guidedExample } from "./guided/guided.js";
import { listenForKeys } from "./layout/keys.js";
import { setUpGuidelinesDrawer } from "./layout/guidelines-drawer.js";
import { setUpKeysDialog } from "./layout/keys-dialog.js";
import { createClaimsBox } from "./sentence/claims-box.js";
import { createHints } from "./sentence/hints.js";
import { sentenceShape } from "./sentence/draft-shape.js";
import { createMutationCards } from "./sentence/mutation-cards.js";
import { createSentenceWork } from "./sentence/sentence-work.js";
import { setUpSentenceSteps } from "./sentence/steps.js";
import { setUpSource } from "./sentence/source.js";
import { setUpSubmission } from "./sentence/submission.js";
import { createLog, logVisibility } from "./sync/operations.js";
import { reconcile } from "./sync/reconcile.js";
import { storedOutbox } from "./sync/storage.js";
import { setUpKeeping } from "./sync/sync.js";
import { claimTab } from "./sync/tab-lock.js";
import { setUpSkipping } from "./writing/skipping.js";

/** @type {import("./sentence/draft-shape.js").SentencePayload} */
const payload = pageJson("#assignment");
const root = need("#workspace", HTMLElement);
const address = root.dataset.api ?? "";

/** @type {(() => void)[]} */
const onTaken = [];
const writes = await claimTab(payload.id, () => onTaken.forEach((stop) => stop()));
const { data, other } = reconcile(payload, storedOutbox(payload.id), sentenceShape);
const work = createSentenceWork(data.body);
const { outbox, sender, stop, mayWrite } = setUpKeeping({ payload, shape: sentenceShape, data, other, work, writes, address });
logVisibility(createLog(outbox, createClock(payload.elapsed_seconds, data.last_active), sender.changed));
onTaken.push(stop);

const hints = createHints(address, work);
const claims = createClaimsBox(work, hints, payload);
const cards = createMutationCards(work, hints, payload);
const guided = guidedExample();
const source = setUpSource();
const { submit } = setUpSubmission({ address, payload, work, outbox, sender, guided });
if (!guided) setUpSkipping(outbox, sender);
if (guided) setUpSentenceSteps(guided, work);
const openKeys = setUpKeysDialog();
const openGuidelines = setUpGuidelinesDrawer();
claims.begin();
root.dataset.ready = "true"; // a script that drives this page may begin

listenForKeys({
  g: openGuidelines,
  "1": () => claims.focus(),
  "2": () => cards.focus(),
  "3": source.toggleContext,
  "4": source.toggleDictionary,
  "ctrl+enter": () => mayWrite() && submit(),
  "?": openKeys,
});
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key === "Escape" && field instanceof HTMLTextAreaElement && !document.querySelector("dialog[open]")) field.blur();
});
