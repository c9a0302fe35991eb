"""Each stage that orders candidates again, trained on the tuned half and judged on the reported one.

Pages of the large pool, sentences of padded pages, tables of SEM-TAB-FACTS dev, cells of the claims shaped like
FEVEROUS. A set is a FEVEROUS file of each half, and the training command reads the tuned one; the other is named as
held out. All is kept below `--folder`, so that the same command goes on.

With `--behind STAGE` a stage is trained and judged after others of the same seed, which were trained before by this
command; its gain is then printed over the order before all stages, and over what the last of the others left.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from django.core.management import call_command

from annotation.release.record import EvidenceSetRecord, Record, lines
from baseline.candidates import Kind, identity
from baseline.config import HYBRANK, Config, default_config
from baseline.database_source import StoredPages
from baseline.pipeline import Pipeline
from baseline.rankings import Trace
from baseline.rerank.lists import gold_of
from baseline.source import PagesInMemory, Source
from baseline.training.__main__ import main as train
from baseline.training.rerank.stages import STAGES
from benchmarks.baseline import gold as shaped_gold
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.pool import LARGE, PADDED, prepare, read_claims
from benchmarks.baseline.table_ranking import of_semtabfacts
from benchmarks.baseline.tables import semtabfacts
from corpus.page.element_id import title_id
from corpus.page.page_json import page_to_json
from search.folding import fold

SETS = ("pages", "sentences", "tables", "cells")
# What a set is judged by: all gold among the first so many; of cells the share of the best set in the budget.
DEPTHS: Mapping[Kind, tuple[int, ...]] = {"pages": (1, 5), "sentences": (5,), "tables": (1, 3), "cells": (25,)}


@dataclass(frozen=True, slots=True)
class Half:
    """Claims of one half, as a file and as records."""

    path: Path
    records: Sequence[Record]


@dataclass(frozen=True, slots=True)
class Set:
    """Claims and pages of one kind. `where` are the options of the training command for the pages."""

    name: str
    kind: Kind
    tuned: Half
    reported: Half
    source: Callable[[], Source]
    where: Sequence[str]
    config: Config
    options: Sequence[str] = ()
    settings: str = ""  # what `config` changes, as TOML


@dataclass(frozen=True, slots=True)
class Answers:
    """Depth -> what each claim reached: before all stages, behind the stages before, and after this one.

    `milliseconds`: of this stage, a list each.
    """

    before: Mapping[str, list[float]]
    behind: Mapping[str, list[float]]
    after: Mapping[str, list[float]]
    milliseconds: list[float]


@dataclass(frozen=True, slots=True)
class Training:
    """How a stage is trained: behind which others, from which checkpoint, with which further options."""

    stage: str
    behind: Sequence[str] = ()
    start: str = ""
    options: Sequence[str] = ()

    @property
    def slug(self) -> str:
        """The name of its folders."""
        return "-behind-".join([self.stage, *reversed(self.behind)])


def main(folder: Path, stages: Sequence[str], only: str, seeds: int, training: Training) -> None:
    """Train what is not trained yet, each stage as `training` says; print a row a stage, set and depth."""
    place = folder / "stages"
    wanted = [name for name in SETS if name.startswith(only)]
    head = f"{'':34} {'claims':>6} {'before':>7} {'after, mean and SD':>19}   {'gain, 95 % paired':24} {'ms':>6}"
    print(head, flush=True)
    for name in wanted:
        one = MAKERS[name](folder, place / name)
        for stage in stages or [each for each in STAGES if training.start or not STAGES[each].starts]:
            if one.kind in STAGES[stage].kinds:
                own = replace(training, stage=stage)
                _report(one, own, [_answers(one, own, seed, place) for seed in range(seeds)])


def _report(one: Set, training: Training, answers: Sequence[Answers]) -> None:
    for depth in DEPTHS[one.kind]:
        of_seeds = [each.after[str(depth)] for each in answers]
        means = [100 * statistics.fmean(values) for values in of_seeds]
        spread = statistics.stdev(means) if len(means) > 1 else 0.0
        spent = statistics.median([each for seed in answers for each in seed.milliseconds])
        reached = f"{statistics.fmean(means):.1f} SD {spread:.1f}"
        rows = {f"{one.name} @{depth}, {training.stage}": [each.before[str(depth)] for each in answers]}
        if training.behind:
            rows[f"... over {training.behind[-1]}"] = [each.behind[str(depth)] for each in answers]
        for label, values in rows.items():
            before = [statistics.fmean(of_claim) for of_claim in zip(*values, strict=True)]
            gain = mean_difference(before, [statistics.fmean(of_claim) for of_claim in zip(*of_seeds, strict=True)])
            shown = "{:+.1f} ({:+.1f} to {:+.1f})".format(*(100 * value for value in gain))
            first = 100 * statistics.fmean(before)
            print(f"{label:34} {len(before):6,} {first:7.1f} {reached:>19}   {shown:24} {spent:6.1f}", flush=True)


def _answers(one: Set, training: Training, seed: int, place: Path) -> Answers:
    """What a seed reaches on the reported half: read again where it was judged before."""
    weights = place / one.kind / f"{training.slug}-{seed}"
    judged = weights / "reported.json"
    if not judged.is_file():
        earlier = _earlier(training, place / one.kind, seed)
        if not (weights / "config.json").is_file():
            _train(one, training, seed, weights, earlier)
        config = _with(one.config, one.kind, {**earlier, training.stage: weights})
        judged.write_text(json.dumps(_judged(one, config)), encoding="utf-8")
    return Answers(**json.loads(judged.read_text(encoding="utf-8")))


def _earlier(training: Training, place: Path, seed: int) -> Mapping[str, Path]:
    """Stage -> weights of those before. Each was trained behind the ones before it."""
    names = [replace(training, stage=one, behind=training.behind[:n]).slug for n, one in enumerate(training.behind)]
    folders = {stage: place / f"{slug}-{seed}" for stage, slug in zip(training.behind, names, strict=True)}
    for stage, folder in folders.items():
        if not (folder / "config.json").is_file():
            raise SystemExit(f"{folder} has no weights: train {stage} first, by this command with --stage {stage}.")
    return folders


def _train(one: Set, training: Training, seed: int, weights: Path, earlier: Mapping[str, Path]) -> None:
    stage = training.stage
    weights.parent.mkdir(parents=True, exist_ok=True)
    settings = weights.parent / f"{weights.name}.toml"
    settings.write_text(one.settings + _as_toml(one.kind, earlier), encoding="utf-8")
    files = ["--train", one.tuned.path, "--held-out", one.reported.path, "--out", weights, "--config", settings]
    more = ["--stage", stage, "--seed", str(seed), "--resume"]
    more += ["--start", training.start] if STAGES[stage].starts else []
    if stage == HYBRANK and "--corpus" in one.where:
        call_command("index_vectors", weights="lsa", corpus=one.where[1], verbosity=0)
    train(["rerank", one.kind, *map(str, files), *one.where, *more, *one.options, *training.options])


def _as_toml(kind: Kind, earlier: Mapping[str, Path]) -> str:
    sections = [f'[{STAGES[stage].section}]\n{kind} = "{folder}"\n' for stage, folder in earlier.items()]
    return "".join([f"[stages]\n{kind} = {json.dumps(list(earlier))}\n", *sections]) if earlier else ""


def _with(config: Config, kind: Kind, stages: Mapping[str, Path]) -> Config:
    for stage, weights in stages.items():
        section = STAGES[stage].section
        config = replace(config, **{section: replace(getattr(config, section), **{kind: str(weights)})})
    return replace(config, stages=replace(config.stages, **{kind: tuple(stages)}))


def _judged(one: Set, config: Config) -> dict[str, object]:
    """The fields of Answers. A claim without gold of the kind does not count."""
    pipeline = Pipeline(one.source(), config)
    if left_out := [note for note in pipeline.notes if note.startswith("Stage ")]:
        raise SystemExit("\n".join(left_out))
    before: dict[str, list[float]] = {str(depth): [] for depth in DEPTHS[one.kind]}
    behind: dict[str, list[float]] = {str(depth): [] for depth in DEPTHS[one.kind]}
    after: dict[str, list[float]] = {str(depth): [] for depth in DEPTHS[one.kind]}
    spent = []
    for record in one.reported.records:
        sets = [wanted for each in record.evidence if (wanted := gold_of(replace(record, evidence=(each,)), one.kind))]
        if one.kind != "cells":
            sets = [gold_of(record, one.kind)] if sets else []
        if not sets:
            continue
        trace = Trace()
        last = [identity(each) for each in pipeline.candidates(record.claim, one.kind, trace)]
        orders = [each for each in trace.rankings if each.kind == one.kind]
        ranked = [[id_ for id_, _score in each.candidates] for each in orders] or [[]]
        spent += [each.milliseconds for each in orders[1:][-1:]]
        for depth in DEPTHS[one.kind]:
            for reached, order in ((before, ranked[0]), (behind, ranked[-2:][0]), (after, last)):
                reached[str(depth)].append(max(_share(wanted, order[:depth], one.kind) for wanted in sets))
    if not spent:
        raise SystemExit(f"The stage ran for no claim of {one.reported.path}: its weights do not fit these candidates.")
    return {"before": before, "behind": behind, "after": after, "milliseconds": spent}


def _share(wanted: frozenset[str], found: Sequence[str], kind: Kind) -> float:
    """Whether all is found; of cells, how much."""
    hits = len(wanted.intersection(found))
    return hits / len(wanted) if kind == "cells" else float(hits == len(wanted))


# --- The sets --------------------------------------------------------------------------------------------------------


def _pool(folder: Path, place: Path, slug: str, kind: Kind, name: str) -> Set:
    corpus = prepare(folder, [slug])[slug]
    claims, _pages = read_claims()
    rows = [(_record(n, one.text, [sorted(one.sentences)]), one.is_for_tuning) for n, one in enumerate(claims, start=1)]
    return Set(name, kind, *_halves(place, rows), lambda: StoredPages(corpus), ["--corpus", slug], default_config())


def _pages_set(folder: Path, place: Path) -> Set:
    return _pool(folder, place, LARGE, "pages", "pages, large pool")


def _sentences_set(folder: Path, place: Path) -> Set:
    return _pool(folder, place, PADDED, "sentences", "sentences, padded pages")


def _cells_set(_folder: Path, place: Path) -> Set:
    call_command("migrate", verbosity=0)
    corpus, claims, _lost = shaped_gold.shaped()
    halves = shaped_gold.tuned(claims)
    rows = [
        (_record(number, one.claim, [sorted(each) for each in one.sets]), is_tuned)
        for number, (one, is_tuned) in enumerate(zip(claims, halves, strict=True), start=1)
    ]
    return Set(
        "cells, shaped claims", "cells", *_halves(place, rows), lambda: StoredPages(corpus),
        ["--corpus", corpus.slug], default_config(), ["--depth", "100"],
    )  # fmt: skip


def _tables_set(_folder: Path, place: Path) -> Set:
    """Every statement, with all tables as candidates: pages have no titles to be found by."""
    pool = of_semtabfacts()
    cases = semtabfacts()
    titles = [table.partition("_")[0] for _claim, table, _is_tuned in pool.claims]
    rows = [
        (_record(number, case.claim, [[f"{title}_{cell}" for cell in sorted(case.squares)]]), case.is_for_tuning)
        for number, (case, title) in enumerate(zip(cases, titles, strict=True), start=1)
    ]
    halves = _halves(place, rows)
    pages = place / "pages.jsonl"
    pages.write_text("".join(json.dumps(page_to_json(one)) + "\n" for one in pool.pages), encoding="utf-8")
    count = len(pool.pages)
    settings = f"[pages]\nkeep = {count}\nread = {count}\n[passages]\npage = 0.0\n"
    config = default_config()
    config = replace(
        config,
        pages=replace(config.pages, keep=count, read=count),
        passages=replace(config.passages, page=0.0),
    )
    where = ["--pages", str(pages)]
    return Set(
        "tables, SEM-TAB-FACTS", "tables", *halves, lambda: PagesInMemory(pool.pages), where, config, settings=settings
    )  # fmt: skip


def _record(number: int, claim: str, sets: Sequence[Sequence[str]]) -> Record:
    evidence = tuple(
        EvidenceSetRecord(tuple(one), {element: (title_id(element.split("_")[0]),) for element in one}) for one in sets
    )
    return Record(number, claim, "SUPPORTS", evidence)


def _halves(place: Path, rows: Sequence[tuple[Record, bool]]) -> tuple[Half, Half]:
    """Both halves as files. A claim whose words are in the reported half too is not learned from."""
    place.mkdir(parents=True, exist_ok=True)
    reported = [record for record, is_tuned in rows if not is_tuned]
    words = {fold(record.claim) for record in reported}
    tuned = [record for record, is_tuned in rows if is_tuned and fold(record.claim) not in words]
    halves = []
    for name, records in (("tuned", tuned), ("reported", reported)):
        path = place / f"{name}.jsonl"
        path.write_text("".join(lines(records)), encoding="utf-8")
        halves.append(Half(path, records))
    return halves[0], halves[1]


MAKERS: Mapping[str, Callable[[Path, Path], Set]] = {
    "pages": _pages_set,
    "sentences": _sentences_set,
    "tables": _tables_set,
    "cells": _cells_set,
}
