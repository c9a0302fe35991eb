"""Write README.md: the dataset card, with the front matter that Hugging Face reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pyarrow import parquet

from annotation.projects.label_sets import label_set_of
from annotation.release.cards.citation import bibtex, dumped
from annotation.release.cards.croissant import data_files
from annotation.release.cards.data_statement import said
from annotation.release.cards.deposit import datacite, zenodo
from annotation.release.cards.fields import FIELDS
from annotation.release.cards.licence import KNOWN, licence_words
from annotation.release.cards.statement import NOT_GIVEN, Statement
from annotation.release.formats.perspectives import FOLDER as PERSPECTIVIST
from annotation.release.formats.rows import HUB_SPLITS, data_file, split_file
from annotation.release.report.as_markdown import escaped, table
from annotation.release.report.document import Cell, Share
from annotation.release.rule import rule_of
from annotation.release.summary import SPLITS, ReleaseSummary

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
# Configuration of `datasets` -> its file.
TABLES = {name: f"tables/{name}.parquet" for name in ("claims", "annotations", "evidence", "distributions")} | {
    "pages": "corpus/pages.parquet"
}
FILES = {
    "data/": "the released rows as Parquet, typed, with the words of their evidence: what `load_dataset` reads",
    "feverous/": "the same rows as FEVEROUS has them, a placeholder first; `test_blind.jsonl` without answers",
    "fever/": "the same rows as FEVER has them",
    "perspectivist/": "a row an annotation: verdict, evidence, seconds, and the verdicts of all on its claim",
    "tables/": "a row a released claim, an annotation, a piece of evidence, the verdicts on a claim: CSV and Parquet",
    "annotations.jsonl": "every annotation, by pseudonym, with verdict, evidence, its words and operations",
    "origins.jsonl": "how each claim came about: type, mutation, writer, highlight, split",
    "sources.jsonl": "what each row rests on: one verification, several that agree, an adjudication",
    "splits.json": "how the splits were made, and the checks that nothing stands in two splits",
    "extra/": "reported claims, hard negatives, adjudications",
    "corpus/": "the pages that rows name, as FEVEROUS' SQLite and JSON Lines, and as Parquet",
    "provenance/": "W3C PROV of the route to every verdict, and a W3C Web Annotation of every piece of evidence",
    "report/": "the report: tables, figures, agreement, artefacts, time",
    "attribution.csv": "every page and revision used, with where its authors are listed",
    "CHANGELOG.md": "what changed since the release before",
    "manifest.json": "the SHA-256 of every file, the rule, what was left out and why, settings, versions",
}

# What is told of `load_dataset`: the call, and a line that shows what a claim rests on.
USE = """```python
from datasets import load_dataset

rows = load_dataset("PATH/OF/THIS/FOLDER")  # {splits}
rows["{first}"][0]["evidence"][0]["text"]
```
"""
# It makes no split without rows, but for reading a row at a time.
USE_OF_NOTHING = """```python
from datasets import load_dataset

rows = load_dataset("PATH/OF/THIS/FOLDER", streaming=True)  # {splits}: no rows yet
```
"""


def readme(facts: ReleaseSummary, statement: Statement) -> str:
    """The whole card."""
    front = dumped({key: value for key, value in front_matter(facts, statement).items() if value not in ([], "")})
    return f"---\n{front}---\n\n" + "\n".join(_lines(facts, statement)).rstrip() + "\n"


def front_matter(facts: ReleaseSummary, statement: Statement) -> dict[str, Any]:
    """Front matter of the card, for the Hub and `datasets`."""
    rows = sum(facts.rows.values())
    return {
        "pretty_name": statement.get("title") or facts.project.name,
        "language": statement.languages,
        "license": _licence_tag(statement.get("licence")),
        "multilinguality": []
        if not statement.languages
        else ["monolingual" if len(statement.languages) == 1 else "multilingual"],
        "size_categories": [next((words for most, words in SIZES if rows < most), "n>1M")],
        "task_categories": ["text-classification", "table-question-answering"],
        "task_ids": ["fact-checking"],
        "tags": ["fact-checking", "claim-verification", "evidence-retrieval", "wikipedia", "tables"],
        "configs": list(_configs(facts)),
    }


def _licence_tag(name: str) -> str:
    """Licence tag of the Hub: "other" where it has none for it, "unknown" where no licence is given."""
    return name.lower() if name in KNOWN else "other" if name else "unknown"


def _configs(facts: ReleaseSummary) -> Iterator[dict[str, Any]]:
    """The rows of the splits by default, and each table; of what is in the folder. Types stand in the files.

    `load_dataset` refuses all splits where one has no rows: such a split is named only where none has any.
    """
    there = [split for split in SPLITS if (facts.folder / data_file(split)).exists()]
    if there:
        splits = [split for split in there if facts.rows[split]] or there
        yield {"config_name": "default", "data_files": _split_files(splits, "data"), "default": True}
        verified = [split for split in there if _rows(facts.folder / split_file(split, PERSPECTIVIST))] or there
        yield {"config_name": PERSPECTIVIST, "data_files": _split_files(verified, PERSPECTIVIST)}
    for name, path in TABLES.items():
        if (facts.folder / path).exists():
            yield {"config_name": name, "data_files": [{"split": "train", "path": path}]}


def _rows(path: Path) -> int:
    rows: int = parquet.read_metadata(path).num_rows
    return rows


def _split_files(splits: Sequence[str], folder: str) -> list[dict[str, str]]:
    return [{"split": HUB_SPLITS[split], "path": split_file(split, folder)} for split in splits]


def _lines(facts: ReleaseSummary, statement: Statement) -> Iterator[str]:
    yield f"# {escaped(statement.get('title') or facts.project.name)}\n"
    yield f"{said(statement, 'summary')}\n"
    yield "| | |\n|---|---|"
    for name in ("homepage", "paper", "contact", "version", "language", "wiki", "snapshot"):
        yield f"| {FIELDS[name].label} | {said(statement, name).replace(chr(10), ' ')} |"
    yield f"| Licence | {licence_words(statement)}: see [LICENSE.md](LICENSE.md) |"
    yield f"| Made with | Attest {escaped(facts.code_version)} |\n"
    if statement.missing:
        yield (
            f"Of the [data statement](DATA_STATEMENT.md) {len(statement.missing)} of {len(FIELDS)} fields are "
            f"{NOT_GIVEN}.\n"
        )
    rule = rule_of(label_set_of(facts.project), first_counts=bool(facts.settings.first_counts))
    yield "## Rows\n"
    yield (
        "A row is a claim with a verdict, and the evidence that leads to it: sets of sentences, table cells, captions "
        f"and list items, each set enough alone. {escaped(rule[:1].upper() + rule[1:])}.\n"
    )
    if left_out := facts.counts.verifications_left_out:
        reasons = ", ".join(f"{reason}: {number:,}" for reason, number in sorted(left_out.items()))
        yield f"{left_out.total():,} verifications are in no file of this release ({escaped(reasons)}).\n"
    if (facts.folder / "report").exists():
        yield "[report/report.md](report/report.md) ([HTML](report/report.html)) has the numbers.\n"
    yield from _splits(facts)
    if facts.sealed:
        yield (
            f"\nThe test split of {facts.sealed:,} claims is published without its answers "
            "([feverous/test_blind.jsonl](feverous/test_blind.jsonl)). manifest.json has their hash."
        )
    yield "\n## Use\n"
    yield from _use(facts)
    yield from _files(facts)
    yield "\n## Considerations\n"
    for name in ("uses", "misuses", "limitations", "ethics", "funding"):
        yield f"**{FIELDS[name].label}**: {said(statement, name)}\n"
    yield f"## Citation\n\n```bibtex\n{bibtex(facts, statement)}\n```\n"
    if statement.authors:
        names = ["CITATION.cff", *(name for name, text in _deposits(facts, statement) if text)]
        yield f"Also as {', '.join(f'[{name}]({name})' for name in names)}."


def _deposits(facts: ReleaseSummary, statement: Statement) -> Iterator[tuple[str, str]]:
    yield "datacite.json", datacite(facts, statement)
    yield ".zenodo.json", zenodo(facts, statement)


def _splits(facts: ReleaseSummary) -> Iterator[str]:
    labels = label_set_of(facts.project).values
    rows: list[tuple[Cell, ...]] = [
        (
            HUB_SPLITS[split],
            facts.rows[split],
            *(Share(facts.labels[split][label], facts.rows[split]) for label in labels),
        )
        for split in SPLITS
    ]
    yield from table(("Split", "Rows", *labels), rows)


def _use(facts: ReleaseSummary) -> Iterator[str]:
    configs = {one["config_name"]: one for one in _configs(facts)}
    if "default" in configs:
        splits = [one["split"] for one in configs["default"]["data_files"]]
        words = ", ".join(f'"{split}"' for split in splits)
        yield (USE if sum(facts.rows.values()) else USE_OF_NOTHING).format(splits=words, first=splits[0])
    if PERSPECTIVIST in configs:
        yield (
            f'`load_dataset("PATH/OF/THIS/FOLDER", "{PERSPECTIVIST}")` has a row an annotation and `distribution`, the '
            "share of each verdict on its claim, also of claims on which verdicts disagree and that are not released: "
            "`claim_left_out` says why.\n"
        )
    others = [f"`{name}`" for name in configs if name not in ("default", PERSPECTIVIST)]
    if others:
        yield f"Further configurations, with the single split `train`: {', '.join(others)}.\n"


def _files(facts: ReleaseSummary) -> Iterator[str]:
    there = {path.relative_to(facts.folder).as_posix() for path in data_files(facts.folder)}
    there |= {name for name in ("CHANGELOG.md",) if (facts.folder / name).exists()}
    there |= {"report/report.md" if (facts.folder / "report").exists() else "", "manifest.json"}
    shown = [(f"`{name}`", words) for name, words in FILES.items() if any(path.startswith(name) for path in there)]
    yield "| File | What is in it |\n|---|---|"
    yield from (f"| {name} | {words} |" for name, words in shown)
