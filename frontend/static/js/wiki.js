/** A page read by itself: its tables fit the window, and it opens at the first marked element. */
import { settle } from "./reader/show-range.js";
import { fitTablesOf } from "./reader/table-frames.js";

fitTablesOf(document);
const marked = document.querySelector(".is-evidence");
if (marked) settle(() => marked.scrollIntoView({ block: "center" }));
