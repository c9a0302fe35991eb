/** The verification workspace: opens it, and lets its parts hear of one another. */
import { createChecklist } from "./claim/claim-checklist.js";
import { createClock } from "./common/clock.js";
import { need } from "./common/dom.js";
import { pageJson } from "./common/page-json.js";
import { verificationShape } from "./evidence/draft-shape.js";
import { setUpSelecting } from "./evidence/evidence-panel.js";
import { createWork } from "./evidence/work.js";
import { setUpDeciding } from "./decision/decision.js";
import { editKey, resumed } from "./decision/editing.js";
import { setUpKeeping } from "./sync/sync.js";
import { claimTab } from "./sync/tab-lock.js";
import { logKept, logWork } from "./sync/operation-log.js";
import { createLog, logVisibility } from "./sync/operations.js";
import { reconcile } from "./sync/reconcile.js";
import { storedOutbox } from "./sync/storage.js";
import { setUpDivider } from "./layout/divider.js";
import { setUpLines } from "./lines/lines.js";
import { setUpElementIds } from "./layout/element-ids.js";
import { setUpGuidelinesDrawer } from "./layout/guidelines-drawer.js";
import { listenForKeys } from "./layout/keys.js";
import { setUpKeysDialog } from "./layout/keys-dialog.js";
import { setUpBookmarks } from "./reader/bookmarks.js";
import { keepForOffline } from "./offline/register.js";
import { guidedExample } from "./guided/guided.js";
import { setUpVerificationSteps } from "./guided/verification-steps.js";
import { setUpReading } from "./reader/reading.js";
import { createSuggested } from "./suggestions/suggested.js";
import { setUpSuggesting } from "./suggestions/suggestions.js";

/** @typedef {import("./types.js").Payload} Payload */

/** @type {Payload} */
const payload = pageJson("#assignment");
const root = need("#workspace", HTMLElement);
const addresses = /** @type {Record<"api"|"read"|"find"|"suggest"|"excerpts", string>} */ ({ ...root.dataset });

/** @type {(() => void)[]} */
const onTaken = [];
/** What the verification says that is being changed; null while it is the first. */
const submitted = pageJson("#submitted");
const keptAs = submitted ? { ...payload, id: editKey(payload.id) } : payload;
const writes = await claimTab(keptAs.id, () => onTaken.forEach((stop) => stop()));
const showsLines = payload.project.page_view === "lines";
const shape = verificationShape(payload.project.max_evidence_sets, showsLines);
const { data, other } = reconcile(keptAs, resumed(storedOutbox(keptAs.id), payload.verification?.revision), shape);
const work = createWork(data.body, data.undo, payload.project.max_evidence_sets);
const { outbox, sender, stop, mayWrite, onKept } = setUpKeeping({ payload: keptAs, shape, data, other, work, writes, address: addresses.api });
const clock = createClock(payload.elapsed_seconds, data.last_active);
const log = createLog(outbox, clock, sender.changed);
const suggested = createSuggested(work);
logWork(work, log, suggested.accepted);
logVisibility(log);
onKept(() => logKept(log, work.body()));
onTaken.push(stop);

const { reader, walking, beside, keys: readingKeys, search } = setUpReading({ addresses, outbox, work, log, assignment: payload.id });
const selecting = setUpSelecting({
  project: payload.project,
  address: addresses.excerpts,
  work,
  reader,
  walking,
  beside,
  mayWrite,
  onNews() {
    confirmation.refresh();
    checklist.draw();
  },
  suggested,
});
const lines = showsLines ? setUpLines({ address: addresses.suggest, work, reader, walking, log, mayWrite, excerpts: selecting.excerpts, search }) : null;
const bookmarkKeys = setUpBookmarks({ work, reader, beside: beside?.reader ?? null, walking, mayWrite });
const checklist = createChecklist({
  text: payload.claim.text,
  work,
  excerptOf: selecting.excerpts.get,
  search,
});
const suggesting = setUpSuggesting({ suggested, work, reader, selecting, log, mayWrite: outbox.isWritable });
const guided = guidedExample();
const { submit, verdict, confirmation } = setUpDeciding({
  payload,
  submitted: submitted && shape.completed(submitted),
  guided,
  address: addresses.api,
  work,
  outbox,
  sender,
  excerpts: selecting.excerpts,
  log,
  activeSeconds: clock.active,
  openPage: (title) => void reader.go({ title }),
  openElement: (id) => void selecting.openElement(id),
  checks: checklist.checks,
  lines,
});

setUpDivider();
setUpElementIds();
const openKeys = setUpKeysDialog();
const openGuidelines = setUpGuidelinesDrawer();

await beside?.open();
await reader.open();
await lines?.open(payload.claim.page ?? null);
if (guided) setUpVerificationSteps({ guided, work, reader });
root.dataset.ready = "true"; // a script that drives this page may begin
void keepForOffline(root);
if (!submitted) suggesting.ask(`${addresses.api}suggestions/`); // what is changed was found before

listenForKeys({
  ...selecting.keys,
  ...suggesting.keys,
  ...readingKeys,
  ...bookmarkKeys,
  ...lines?.keys,
  ...Object.fromEntries(Object.entries(verdict.keys).map(([key, choose]) => [key, () => mayWrite() && choose()])),
  "ctrl+enter": () => mayWrite() && submit(),
  g: openGuidelines,
  "?": openKeys,
});
