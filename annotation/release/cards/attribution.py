"""Write attribution.csv: every page that released rows cite or name, with its revision and history."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import normalize
from urllib.parse import quote

from annotation.release.cards.statement import Statement
from annotation.release.formats.csv_file import CsvFile
from annotation.release.formats.files import Files
from annotation.release.summary import SPLITS, ReleaseSummary
from annotation.vocabulary.operation_names import OperationName
from corpus.models import StoredPage
from corpus.page.element_id import BadElementId, parse

COLUMNS = ("title", "used_as", "revision", "revision_time", "page", "revision_page", "history", "licence")
EVIDENCE, NAMED, STORED = "evidence", "operation", "corpus"
AT_ONCE = 2_000
_SELECTED = frozenset({OperationName.HIGHLIGHTING.value, OperationName.HIGHLIGHTING_DELETED.value})


def write_attribution(facts: ReleaseSummary, statement: Statement) -> int:
    """Write the file, by title; returns how many pages it names. Addresses are empty where the wiki is not known.

    A page is used as evidence; or an operation names it; or, in a release with the whole corpus, it is only stored.
    """
    used = used_pages(facts.folder)
    if facts.settings.whole_corpus:
        for title in facts.project.corpus.pages.order_by().values_list("title", flat=True).iterator(chunk_size=5_000):
            used.setdefault(title, STORED)
    titles = sorted(used)
    wiki, licence = statement.get("wiki").rstrip("/"), statement.get("pages_licence") or statement.get("licence")
    written = 0
    with Files(facts.folder) as files:
        table = CsvFile(files, "attribution.csv", COLUMNS)
        for start in range(0, len(titles), AT_ONCE):
            some = titles[start : start + AT_ONCE]
            pages = StoredPage.objects.filter(corpus=facts.project.corpus, title__in=some).order_by()
            known = {title: (number, at) for title, number, at in pages.values_list("title", "revision", "timestamp")}
            for title in some:
                if title not in known and used[title] == NAMED:
                    continue  # a page that somebody looked for and the corpus does not have
                number, at = known.get(title, (None, None))
                time = at.isoformat(timespec="seconds") if at else ""
                row = (title, used[title], number or "", time, *addresses(wiki, title, number), licence)
                table.add([dict(zip(COLUMNS, row, strict=True))])
                written += 1
    return written


def addresses(wiki: str, title: str, revision: int | None) -> tuple[str, str, str]:
    """URLs of a page, its revision and its history on a MediaWiki; empty without a wiki, or without a revision."""
    if not wiki:
        return "", "", ""
    # Titles are stored decomposed; MediaWiki keeps them composed, with underscores.
    name = quote(normalize("NFC", title).replace(" ", "_"), safe="/:(),!*'")
    index = f"{wiki}/w/index.php?title={quote(normalize('NFC', title).replace(' ', '_'), safe='')}"
    return f"{wiki}/wiki/{name}", f"{index}&oldid={revision}" if revision else "", f"{index}&action=history"


def used_pages(folder: Path) -> dict[str, str]:
    """Title -> whether released rows rest on it or operations name it. One pass over the rows."""
    found: dict[str, str] = {}
    for split in SPLITS:
        path = folder / "feverous" / f"{split}.jsonl"
        if not path.exists():
            continue
        with path.open(encoding="utf-8") as lines:
            next(lines, None)  # the placeholder
            for line in lines:
                row = json.loads(line)
                for one in row["evidence"]:
                    found.update((_page(element), EVIDENCE) for element in one["content"])
                for title in _named(row["annotator_operations"]):
                    found.setdefault(title, NAMED)
    found.pop("", None)
    return found


def _named(operations: list[dict[str, str]]) -> set[str]:
    opened = {one["value"] for one in operations if one["operation"] == OperationName.NOW_ON}
    return opened | {_page(one["value"]) for one in operations if one["operation"] in _SELECTED}


def _page(element: str) -> str:
    try:
        return parse(element).page
    except BadElementId:
        return ""
