/** Three claims that were submitted: read again, and changed. */
import "./closed.js";
import { need } from "./common/dom.js";
import { keepChanges } from "./writing/unsaved-changes.js";

const form = document.querySelector("form[data-changes-of]");
if (form instanceof HTMLFormElement) keepChanges(form, need("#kept-changes", HTMLElement));
