// What the page would show: reads what the server answered and what was chosen, a claim a line; writes the codes of the lines.
import { readFileSync } from "node:fs";
import { claimPieces, isCovered, isWorthAsking, tokensOf } from "../../frontend/static/js/claim/claim-parts.js";
import { linesNow } from "../../frontend/workflows/claim_verification/static/js/decision/check-lines.js";

for (const text of readFileSync(0, "utf8").trim().split("\n")) {
  const { claim, answer, texts, opened } = JSON.parse(text);
  const cards = texts.map(tokensOf);
  const parts = [...new Set(claimPieces(claim).filter(({ isPart }) => isPart).map((piece) => piece.text))];
  const missing = parts.filter((part) => !isCovered(part, cards));
  const own = {
    headers: [],
    parts: missing.filter((part) => isWorthAsking(part, cards, claim)),
    opened: (title) => opened.includes(title),
    contradictions: [],
  };
  console.log(JSON.stringify(answer ? linesNow(answer, own, []).map(({ code }) => code) : own.parts.length > 0 ? ["part"] : []));
}
