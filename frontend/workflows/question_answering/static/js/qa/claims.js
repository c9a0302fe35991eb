/** The phase in which claims are taken from an article. */
import { need } from "../common/dom.js";
import { word } from "../common/words.js";
import { createCards } from "./cards.js";
import { blankOf, controlsOf, copyOf, count, identify, show } from "./card-fields.js";
import { missingIn, wrongDates } from "./checks.js";
import { drawSentences } from "./confirm.js";
import { claimsShape, newClaim } from "./draft-shape.js";
import { confirmationsOf } from "./fields.js";
import { setUpSubmission } from "./submission.js";

const blank = () => blankOf(need("#claim-template", HTMLTemplateElement).content);

export const claimsPhase = () => claimsShape(blank());

/** @param {any} parts  of the workspace, as `question-answering.js` makes them */
export function setUpClaims({ payload, address, work, outbox, sender }) {
  const { fields } = payload;
  const claims = () => /** @type {import("./draft-shape.js").ClaimsBody} */ (work.body()).claims;
  const cards = createCards({ work, list: need("#cards", HTMLElement), items: claims, make: makeCard, fresh: () => newClaim(blank()) });

  /** @param {import("./draft-shape.js").Claim} claim */
  function makeCard(claim) {
    const card = copyOf("#claim-template");
    identify(card, claim.id);
    for (const control of controlsOf(card)) {
      show(control, claim[control.dataset.name ?? ""] ?? "");
      count(control);
    }
    return card;
  }

  function ask() {
    const called = confirmationsOf(fields, claims());
    drawSentences(called);
    return called.length > 0;
  }

  const { submit } = setUpSubmission({
    address,
    outbox,
    sender,
    changes: payload.submitted,
    items: claims,
    problems: () => [...missingIn(fields.claim, claims()), ...wrongDates(claims())].map(({ word: key, values, ...one }) => ({ ...one, message: word(key, values) })),
    showOnCards: cards.showProblems,
    ask,
    submitted: () => ({ claims: claims(), confirmed: confirmationsOf(fields, claims()).map(({ name }) => name) }),
  });
  cards.draw();
  return { cards, submit, keys: {} };
}
