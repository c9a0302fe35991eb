// Names, numbers and dates of claims, and which words of evidence have them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { claimPieces, isCovered, tokensOf } from "../../../frontend/static/js/claim/claim-parts.js";

const CLAIMS = {
  "Eight clubs played in the Harbour League in 1850.": ["Eight", "Harbour League", "1850"],
  "In 1921, Niels Bohr won 3 of 12 prizes on 12 March 1921 and March 5, 1930.": ["1921", "Niels Bohr", "3", "12", "12 March 1921", "March 5, 1930"],
  "The 1950 Formula One season had 1,200 races in the United States of America.": ["1950", "Formula One", "1,200", "United States of America"],
  "Apollo 11's crew landed; both Leith and Hull (in the 1950s) lost 45.5%.": ["Apollo 11", "Leith", "Hull", "1950s", "45.5%"],
  "It was founded by nobody.": [],
  "Åsa Lind wrote Übermut in July 1954, her second novel.": ["Åsa Lind", "Übermut", "July 1954", "second"],
};

for (const [claim, parts] of Object.entries(CLAIMS)) {
  test(`${claim}`, () => {
    const pieces = claimPieces(claim);
    assert.deepEqual(pieces.filter(({ isPart }) => isPart).map(({ text }) => text), parts);
    assert.equal(pieces.map(({ text }) => text).join(""), claim);
  });
}

const COVERED = [
  ["1,200", "had 1200 seats", true],
  ["Eight", "8 clubs", true],
  ["1950s", "in 1950", true],
  ["12 March 1921", "March 12, 1921", true],
  ["Åsa Lind", "Asa Maria Lind's ship", true],
  ["United States of America", "the America of all United States", true],
  ["March 1922", "March 12, 1921", false],
  ["12", "1921 and 112", false],
  ["Ada", "Adam", false],
];
for (const [part, words, is] of COVERED) {
  test(`${part}: ${words}`, () => assert.equal(isCovered(part, [tokensOf(words)]), is));
}

test("one card has to have all of it", () => {
  assert.ok(!isCovered("Niels Bohr", [tokensOf("Niels"), tokensOf("Bohr")]));
  assert.ok(!isCovered("Niels Bohr", []));
});
