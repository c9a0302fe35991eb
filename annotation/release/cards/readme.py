"""Write README.md (`templates/readme.md`): the dataset card, with the front matter that Hugging Face reads."""

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
from annotation.release.markdown import rendered
from annotation.release.report.document import Cell, Share
from annotation.release.rule import rule_of
from annotation.release.summary import SPLITS, ReleaseSummary

ABOUT = ("homepage", "paper", "contact", "version", "language", "wiki", "snapshot")
CONSIDERATIONS = ("uses", "misuses", "limitations", "ethics", "funding")
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
# Configuration of `datasets` -> its file.
TABLES = {name: f"tables/{name}.parquet" for name in ("claims", "annotations", "evidence", "distributions")} | {
    "pages": "corpus/pages.parquet"
}
FILES = {
    "data/": "the released rows as Parquet, typed, with the words of their evidence: what `load_dataset` reads",
    "feverous/": "the same rows as FEVEROUS has them, a placeholder first; `test_blind.jsonl` without answers",
    "fever/": "the same rows as FEVER has them",
    "fever/wiki-pages/": "the pages that rows name, as FEVER has them; `fever.db` is its baseline’s",
    "perspectivist/": "a row an annotation: verdict, evidence, seconds, and the verdicts of all on its claim",
    "tables/": "a row a released claim, an annotation, a piece of evidence, the verdicts on a claim: CSV and Parquet",
    "annotations.jsonl": "every annotation, by pseudonym, with verdict, evidence, its words and operations",
    "mutations.jsonl": "claims written from sentences, and their mutations by type",
    "symmetric.jsonl": "pairs of claim and evidence with their contraries: each claim has both labels",
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


def readme(facts: ReleaseSummary, statement: Statement) -> str:
    """The whole card."""
    front = {key: value for key, value in front_matter(facts, statement).items() if value not in ([], "")}
    labels = label_set_of(facts.project)
    rule = rule_of(labels, first_counts=bool(facts.settings.first_counts))
    left_out = facts.counts.verifications_left_out
    context = {
        "front": dumped(front),
        "title": statement.get("title") or facts.project.name,
        "summary": said(statement, "summary"),
        "about": [(FIELDS[name].label, said(statement, name).replace("\n", " ")) for name in ABOUT],
        "licence": licence_words(statement),
        "code_version": facts.code_version,
        "missing": len(statement.missing),
        "fields": len(FIELDS),
        "not_given": NOT_GIVEN,
        "rule": rule[:1].upper() + rule[1:],
        "has_report": (facts.folder / "report").exists(),
        "left_out": f"{left_out.total():,}" if left_out else "",
        "left_out_reasons": ", ".join(f"{reason}: {number:,}" for reason, number in sorted(left_out.items())),
        "split_columns": ("Split", "Rows", *labels.values),
        "splits": [_split(facts, split, labels.values) for split in SPLITS],
        "sealed": f"{facts.sealed:,}" if facts.sealed else "",
        "files": _files(facts),
        "considerations": [(FIELDS[name].label, said(statement, name)) for name in CONSIDERATIONS],
        "bibtex": bibtex(facts, statement),
        "cited_as": _cited_as(facts, statement),
    }
    return rendered("readme.md", context | _use(facts))


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


def _cited_as(facts: ReleaseSummary, statement: Statement) -> list[str]:
    """The files that cite the release, beside BibTeX."""
    if not statement.authors:
        return []
    deposits = {"datacite.json": datacite(facts, statement), ".zenodo.json": zenodo(facts, statement)}
    return ["CITATION.cff", *(name for name, text in deposits.items() if text)]


def _split(facts: ReleaseSummary, split: str, labels: Sequence[str]) -> tuple[Cell, ...]:
    rows = facts.rows[split]
    return HUB_SPLITS[split], rows, *(Share(facts.labels[split][label], rows) for label in labels)


def _use(facts: ReleaseSummary) -> dict[str, Any]:
    """What is told of `load_dataset`. It makes no split without rows, but for reading a row at a time."""
    configs = {one["config_name"]: one for one in _configs(facts)}
    splits = [one["split"] for one in configs["default"]["data_files"]] if "default" in configs else []
    return {
        "loaded": ", ".join(f'"{split}"' for split in splits),
        "first": splits[0] if splits else "",
        "has_rows": sum(facts.rows.values()) > 0,
        "perspectivist": PERSPECTIVIST if PERSPECTIVIST in configs else "",
        "others": [name for name in configs if name not in ("default", PERSPECTIVIST)],
    }


def _files(facts: ReleaseSummary) -> list[tuple[str, str]]:
    there = {path.relative_to(facts.folder).as_posix() for path in data_files(facts.folder)}
    there |= {name for name in ("CHANGELOG.md",) if (facts.folder / name).exists()}
    there |= {"report/report.md" if (facts.folder / "report").exists() else "", "manifest.json"}
    return [(name, words) for name, words in FILES.items() if any(path.startswith(name) for path in there)]
