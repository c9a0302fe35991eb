/** From written claims and mutations to their being on the server, once. Asks about what is empty. */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { setUpFormSubmission } from "../decision/form-submission.js";
import { linesOf } from "./draft-shape.js";

/**
 * @param {Object} parts
 * @param {string} parts.address  of the assignment in the API
 * @param {import("./draft-shape.js").SentencePayload} parts.payload
 * @param {import("./sentence-work.js").SentenceWork} parts.work
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {import("../sync/sender.js").Sender} parts.sender
 * @param {import("../guided/guided.js").Guided|null} parts.guided  of a guided example
 */
export function setUpSubmission({ payload, work, ...parts }) {
  const asking = need("#ask-dialog", HTMLDialogElement);
  let confirmed = () => {};

  function claims() {
    const { text, boxes } = work.body();
    return linesOf(text).map((line, at) => {
      const filled = Object.entries(boxes[at] ?? {}).map(([type, lines]) => [type, linesOf(lines)]);
      return { text: line, mutations: Object.fromEntries(filled.filter(([, lines]) => lines.length > 0)) };
    });
  }

  /** @returns {Record<string, string>} */
  const problems = () => (claims().length === 0 ? { claims: word("noClaims") } : {});

  /** @param {() => void} send */
  function ask(send) {
    const written = claims();
    const total = written.length * payload.boxes.length;
    const empty = total - written.reduce((sum, { mutations }) => sum + Object.keys(mutations).length, 0);
    const few = written.length < payload.least_claims;
    if (!few && empty === 0) return send();
    need("[data-few]", HTMLElement, asking).textContent = few ? word("fewClaims", { count: written.length, least: payload.least_claims }) : "";
    need("[data-empty]", HTMLElement, asking).textContent = empty ? word("emptyBoxes", { empty, total }) : "";
    if (!work.body().mutating) work.goOn();
    confirmed = send;
    asking.returnValue = "";
    asking.showModal();
  }

  asking.addEventListener("close", () => asking.returnValue === "submit" && confirmed());
  const content = () => ({ claims: claims() });
  return setUpFormSubmission({ ...parts, texts: ".sentence-steps", next: "#next-sentence", problems, content, ask });
}
