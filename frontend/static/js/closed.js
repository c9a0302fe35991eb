/** A claim that was submitted: its outbox has served. */
import { need } from "./common/dom.js";
import { outboxKey } from "./sync/storage.js";

const { closedAssignment = "", state } = need("[data-closed-assignment]", HTMLElement).dataset;
if (state === "submitted") localStorage.removeItem(outboxKey(closedAssignment));
