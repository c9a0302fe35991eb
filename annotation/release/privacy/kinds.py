"""Kinds of free text that people wrote and a release publishes. A new file with such text gets a kind here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from annotation.vocabulary.texts import Translated, gettext_lazy


class TextKind(StrEnum):
    """Values are stored, and part of manifests and of `export_dataset --leave-out`."""

    REPORT_NOTES = "report_notes"
    REPORT_DECISIONS = "report_decisions"
    ADJUDICATION_NOTES = "adjudication_notes"
    SEARCHES = "searches"
    LINKS = "links"
    OTHER_OPERATIONS = "other_operations"
    CLAIMS = "claims"
    TASKS = "tasks"
    STATEMENT = "statement"


@dataclass(frozen=True, slots=True)
class KindWords:
    """`files`: where a release has these texts. `is_optional`: they can be left out, and redacted one by one."""

    label: Translated
    files: str
    is_optional: bool = True


LOGS = "feverous/*.jsonl, annotations.jsonl, tables/annotations.parquet, data/*.parquet, provenance/prov.jsonl"
KINDS: dict[TextKind, KindWords] = {
    TextKind.REPORT_NOTES: KindWords(gettext_lazy("Notes on reported claims"), "extra/reported.jsonl"),
    TextKind.REPORT_DECISIONS: KindWords(gettext_lazy("Notes on decisions about reports"), "extra/reported.jsonl"),
    TextKind.ADJUDICATION_NOTES: KindWords(gettext_lazy("Notes on adjudications"), "extra/adjudications.jsonl"),
    TextKind.SEARCHES: KindWords(gettext_lazy("Search terms"), LOGS),
    TextKind.LINKS: KindWords(gettext_lazy("Words of followed links"), LOGS),
    TextKind.OTHER_OPERATIONS: KindWords(
        gettext_lazy("Other operations of imported logs and of other workflows"),
        f"{LOGS}, extra/other_work.jsonl, <workflow>.jsonl",
    ),
    TextKind.CLAIMS: KindWords(gettext_lazy("Claims"), "feverous/*.jsonl, …", is_optional=False),
    TextKind.TASKS: KindWords(gettext_lazy("Tasks of other workflows"), "<workflow>.jsonl", is_optional=False),
    TextKind.STATEMENT: KindWords(
        gettext_lazy("Data statement, project name and labels"), "README.md, DATA_STATEMENT.md, …", is_optional=False
    ),
}
OPTIONAL = tuple(kind for kind, words in KINDS.items() if words.is_optional)
OF_LOGS = (TextKind.SEARCHES, TextKind.LINKS, TextKind.OTHER_OPERATIONS)
MOST_PEOPLE = 1_000  # of the smallest group
