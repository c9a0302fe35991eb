/** From three written claims to their being on the server, once. */
import { word } from "../common/words.js";
import { setUpFormSubmission } from "../decision/form-submission.js";
import { TYPES } from "./draft-shape.js";

/**
 * @param {Object} parts
 * @param {string} parts.address  of the assignment in the API
 * @param {import("./writing-work.js").WritingWork} parts.work
 * @param {import("../sync/outbox.js").Outbox} parts.outbox
 * @param {import("../sync/sender.js").Sender} parts.sender
 * @param {import("../guided/guided.js").Guided|null} parts.guided  of a guided example
 */
export function setUpSubmission({ work, ...parts }) {
  function problems() {
    /** @type {Record<string, string>} */
    const found = {};
    for (const type of TYPES) {
      const { text, challenge } = work.body().claims[type];
      if (!text.trim()) found[`claims.${type}.text`] = word("textMissing");
      if (!challenge) found[`claims.${type}.challenge`] = word("challengeMissing");
    }
    return found;
  }
  const content = () => ({ claims: work.body().claims });
  return setUpFormSubmission({ ...parts, texts: ".claim-cards", next: "#next-highlight", problems, content });
}
