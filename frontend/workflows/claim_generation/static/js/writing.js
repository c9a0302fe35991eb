/** The claim workspace: opens it, and lets its parts hear of one another. */
import { createClock } from "./common/clock.js";
import { need } from "./common/dom.js";
import { pageJson } from "./common/page-json.js";
import { setUpKeeping } from "./sync/sync.js";
import { claimTab } from "./sync/tab-lock.js";
import { createLog, logVisibility } from "./sync/operations.js";
import { reconcile } from "./sync/reconcile.js";
import { storedOutbox } from "./sync/storage.js";
import { setUpDivider } from "./layout/divider.js";
import { listenForKeys } from "./layout/keys.js";
import { setUpGuidelinesDrawer } from "./layout/guidelines-drawer.js";
import { setUpKeysDialog } from "./layout/keys-dialog.js";
import { setUpBookmarks } from "./reader/bookmarks.js";
import { keepForOffline } from "./offline/register.js";
import { setUpReading } from "./reader/reading.js";
import { guidedExample } from "./guided/guided.js";
import { setUpWritingSteps } from "./guided/writing-steps.js";
import { createClaimCards, textOf } from "./writing/claim-cards.js";
import { writingShape } from "./writing/draft-shape.js";
import { setUpSubmission } from "./writing/submission.js";
import { createHighlight } from "./writing/highlight.js";
import { createHints } from "./writing/hints.js";
import { setUpSkipping } from "./writing/skipping.js";
import { createWritingWork } from "./writing/writing-work.js";

/** @type {import("./types.js").WriterPayload} */
const payload = pageJson("#assignment");
const root = need("#workspace", HTMLElement);
const addresses = /** @type {Record<"api"|"read"|"find"|"suggest", string>} */ ({ ...root.dataset });

/** @type {(() => void)[]} */
const onTaken = [];
const writes = await claimTab(payload.id, () => onTaken.forEach((stop) => stop()));
const shape = writingShape(payload.highlight.page);
const { data, other } = reconcile(payload, storedOutbox(payload.id), shape);
const work = createWritingWork(data.body);
const { outbox, sender, stop, mayWrite } = setUpKeeping({ payload, shape, data, other, work, writes, address: addresses.api });
const log = createLog(outbox, createClock(payload.elapsed_seconds, data.last_active), sender.changed);
logVisibility(log);
onTaken.push(stop);

createClaimCards(work, { assignment: payload.id, writes });
const { reader, walking, keys: readingKeys } = setUpReading({ addresses, outbox, work, log, assignment: payload.id });
const bookmarkKeys = setUpBookmarks({ work, reader, beside: null, walking, mayWrite });
const highlight = createHighlight(payload.highlight, reader, log);
createHints(addresses.api, work, log);
const guided = guidedExample();
const { submit } = setUpSubmission({ address: addresses.api, work, outbox, sender, guided });
if (!guided) setUpSkipping(outbox, sender);
setUpDivider();
const openKeys = setUpKeysDialog();
const openGuidelines = setUpGuidelinesDrawer();

await reader.open();
if (guided) setUpWritingSteps({ guided, work, reader, page: payload.highlight.page });
root.dataset.ready = "true"; // a script that drives this page may begin
void keepForOffline(root);

listenForKeys({
  ...readingKeys,
  ...bookmarkKeys,
  h: () => void highlight.back(),
  g: openGuidelines,
  "1": () => mayWrite() && textOf("I").focus(),
  "2": () => mayWrite() && textOf("II").focus(),
  "3": () => mayWrite() && textOf("III").focus(),
  "ctrl+enter": () => mayWrite() && submit(),
  "?": openKeys,
});
