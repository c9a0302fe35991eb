// Drives the real work and the real log at random. Reads {"seed", "sequences", "actions", "most_sets", "labelled"}, writes a line of
// JSON for every sequence: its operations, and after every action how many there were and what the body was.
import { readFileSync } from "node:fs";
import { verificationShape } from "../../../frontend/static/js/evidence/draft-shape.js";
import { COLOURS } from "../../../frontend/static/js/evidence/set-styles.js";
import { nothingDone } from "../../../frontend/static/js/evidence/undo.js";
import { createWork } from "../../../frontend/static/js/evidence/work.js";
import { logKept, logWork } from "../../../frontend/static/js/sync/operation-log.js";
import { createSuggested } from "../../../frontend/static/js/suggestions/suggested.js";
import { createLog } from "../../../frontend/static/js/sync/operations.js";

const { seed, sequences, actions, most_sets: most, labelled } = JSON.parse(readFileSync(0, "utf8"));
const VERDICTS = ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"];
const CHALLENGES = ["Other", "Multi-hop Reasoning", "Numerical Reasoning"];
const IDS = Array.from({ length: 14 }, (_, number) => `Åsa Lind’s “page”_cell_0_${number}_1`);
const CONTEXT = ["Åsa Lind_header_cell_0_0_0", "Åsa Lind_header_cell_0_0_1"];

/** Mulberry32. @param {number} state */
function dice(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function oneSequence(random) {
  const below = (limit) => Math.floor(random() * limit);
  const pick = (from) => from[below(from.length)];
  const some = (from) => from.filter(() => random() < 0.4);
  const shape = verificationShape(most, labelled);
  const work = createWork(shape.completed({}), nothingDone(), most);
  const operations = [];
  let time = 0;
  const clock = { wall: () => time, active: () => time / 2 };
  const log = createLog({ addOperations: (all) => operations.push(...all) }, clock, () => {});
  const suggested = createSuggested(work);
  suggested.take({ state: "ready", show: "after_first", suggestions: IDS.slice(0, 5).map((id, at) => ({ element_id: id, rank: at + 1, stage: "cells" })) });
  logWork(work, log, suggested.accepted);
  work.onChange(suggested.hear);

  const anySet = () => below(work.body().sets.length);
  const does = [
    () => work.toggle(pick(IDS)),
    () => work.toggle(pick(IDS), anySet()),
    () => work.add(some(IDS), anySet(), pick(["row", "column", "range"])),
    () => work.remove(some(work.activeIds())),
    () => work.clear(anySet()),
    () => work.copy(anySet(), anySet()),
    () => work.move(some(work.activeIds()), work.body().active_set, anySet()),
    () => {
      const chosen = some(work.activeIds());
      work.reorder(chosen, pick([null, ...work.activeIds().filter((id) => !chosen.includes(id))]));
    },
    () => work.drop(some(work.activeIds()), pick(CONTEXT), random() < 0.7),
    () => work.addContext(some(work.activeIds()), pick(CONTEXT), random() < 0.7),
    () => work.join(pick(IDS), pick(IDS)),
    () => work.split(some(work.activeIds())),
    () => work.flagUnsure(random() < 0.5),
    () => work.addSet(),
    () => work.look(anySet(), pick([{ name: pick(["", "First", "Zweite „Spur“"]) }, { colour: pick(COLOURS) }])),
    () => work.decide(pick(VERDICTS)),
    () => work.challenge(pick(CHALLENGES)),
    () => work.dismiss({ element_id: pick(IDS), rank: 1 + below(5), stage: pick(["sentences", "cells"]) }),
    () => work.noteSuggestions({ shown: some(IDS) }),
    () => work.undo(),
    () => work.undo(),
    () => work.redo(),
    () => work.activate(anySet()),
    () => work.moveTo({ title: pick(["Anna Berg", "Harbour League"]) }),
  ];
  const orNew = () => below(Math.min(most, work.body().sets.length + 1));
  if (labelled) {
    does.push(() => work.fill(orNew(), some(IDS), pick(["", undefined, ...VERDICTS])));
    does.push(() => work.decideWhole(pick(["", "NOT ENOUGH INFO"])));
  }
  const rare = [
    () => work.replace(shape.completed({ sets: [some(IDS), [], some(IDS)], looks: [], ...(labelled && { labels: pick([undefined, ["REFUTES"]]) }), verdict: pick(VERDICTS) })),
    () => logKept(log, work.body()),
  ];

  const stops = [];
  for (let action = 0; action < actions; action += 1) {
    time += 1.5;
    (random() < 0.03 ? pick(rare) : pick(does))();
    stops.push([operations.length, work.body()]);
  }
  return { operations, stops };
}

for (let number = 0; number < sequences; number += 1) {
  process.stdout.write(`${JSON.stringify(oneSequence(dice(seed + number)))}\n`);
}
