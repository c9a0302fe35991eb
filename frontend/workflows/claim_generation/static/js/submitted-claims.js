/** The room of submitted claims: the form works by itself; here come the article, the highlight, hints and what was typed. */
import "./closed.js";
import { need } from "./common/dom.js";
import { pageJson } from "./common/page-json.js";
import { trailFrom } from "./reader/history.js";
import { setUpReading } from "./reader/reading.js";
import { createLog } from "./sync/operations.js";
import { setUpDivider } from "./layout/divider.js";
import { setUpGuidelinesDrawer } from "./layout/guidelines-drawer.js";
import { listenForKeys } from "./layout/keys.js";
import { setUpKeysDialog } from "./layout/keys-dialog.js";
import { createClaimCards, textOf } from "./writing/claim-cards.js";
import { TYPES } from "./writing/draft-shape.js";
import { createHighlight } from "./writing/highlight.js";
import { createHints } from "./writing/hints.js";
import { keepChanges } from "./writing/unsaved-changes.js";
import { createWritingWork } from "./writing/writing-work.js";

/** @type {import("./types.js").WriterPayload} */
const payload = pageJson("#assignment");
const root = need("#workspace", HTMLElement);
const form = need("#writing", HTMLFormElement);
const addresses = /** @type {Record<"api"|"read"|"find"|"suggest", string>} */ ({ ...root.dataset });
const place = { title: payload.highlight.page };

keepChanges(form, need("#kept-changes", HTMLElement));
const claims = /** @type {import("./types.js").WritingBody["claims"]} */ ({});
for (const type of TYPES) {
  const challenge = need(`#challenge-${type}`, HTMLSelectElement).value;
  claims[type] = { text: textOf(type).value, challenge };
}
const work = createWritingWork({ claims, dismissed: [], place, bookmarks: [] });
// The work is submitted, its log is closed: what is read here is part of no assignment, and nothing waits to be sent.
const outbox = { data: { trail: trailFrom(place), visited: /** @type {string[]} */ ([]) }, update: remember, isWritable: () => false };
const log = createLog({ addOperations: () => {} }, { wall: () => 0, active: () => 0 }, () => {});

/** @param {Partial<import("./types.js").OutboxData>} differing */
function remember(differing) {
  Object.assign(outbox.data, differing);
}

createClaimCards(work, { assignment: payload.id, writes: true });
const { reader, keys } = setUpReading({ addresses, outbox, work, log, assignment: null });
const highlight = createHighlight(payload.highlight, reader, log);
createHints(addresses.api, work, log);
setUpDivider();
const openKeys = setUpKeysDialog();
const openGuidelines = setUpGuidelinesDrawer();

await reader.open();
root.dataset.ready = "true"; // a script that drives this page may begin

listenForKeys({
  ...keys,
  h: () => void highlight.back(),
  g: openGuidelines,
  "1": () => textOf("I").focus(),
  "2": () => textOf("II").focus(),
  "3": () => textOf("III").focus(),
  "ctrl+enter": () => document.querySelector("#save-claims") !== null && form.requestSubmit(),
  "?": openKeys,
});
