"""Citations labelled by hand (`tests/corpus/data/citations.jsonl`), and how many of them are found.

A line is a run of marks in one element, "" for what the page left out, `near` the table that stands there. Of a mark
`before` are the last words before it, "" for none, null where templates write them; `url` is null where a short note
names a source of the page, `author` then stands in the note. Labelled from the markup alone; the half "tuned" was
looked at while the extraction was written.
"""

from __future__ import annotations

import json
import lzma
import re
import tarfile
from bz2 import open as open_bzip2
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from corpus.citations.record import Citation
from corpus.page.element_id import holder_of

LABELS = Path(__file__).parent.parent / "data" / "citations.jsonl"
WORD = re.compile(r"\w+")


def labels(markup: str) -> dict[str, list[dict[str, Any]]]:
    """The labels of "wikitext" or "html" by title."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in LABELS.read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        if label["format"] == markup:
            found.setdefault(label["title"], []).append(label)
    return found


def articles(shared: Path, wanted: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Title and wikitext of those articles that are labelled."""
    left = set(wanted)
    with lzma.open(shared / "data/wikitext/articles.jsonl.xz", "rt") as file:
        for line in file:
            article = json.loads(line)
            if article["title"] in left:
                left.remove(article["title"])
                yield article["title"], article["text"]
    [dump] = (shared / "data/wikitext/dumps").glob("enwiki-latest*.bz2")
    title = ""
    with open_bzip2(dump) as file:
        for _, element in ElementTree.iterparse(file):
            tag = element.tag.rpartition("}")[2]
            if tag == "title":
                title = element.text or ""
            elif tag == "text" and title in left:
                left.remove(title)
                yield title, element.text or ""
            elif tag == "page":
                element.clear()


def rendered(shared: Path, wanted: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Title and HTML of those rendered pages that are labelled."""
    left = set(wanted)
    with tarfile.open(shared / "data/html/wikipages_400.tar.xz") as archive:
        names = {}
        for member in archive:
            if member.name.endswith((".html", ".json")) and (file := archive.extractfile(member)) is not None:
                stem, _, kind = member.name.rpartition(".")
                names.setdefault(stem, {})[kind] = file.read()
                if len(names[stem]) == 2:
                    both = names.pop(stem)
                    title = json.loads(both["json"])["title"]
                    if title in left:
                        left.remove(title)
                        yield title, both["html"].decode()


def compared(label: dict[str, Any], citations: Sequence[Citation]) -> tuple[Counter[str], list[str]]:
    """Counts of "found" and "missed" marks of a label and of "wrong" citations among them; what went wrong."""
    counts, problems = Counter[str](), list[str]()
    if not label["element"]:
        urls = {mark["url"] for mark in label["marks"]}
        near = [each for each in citations if label["near"] in ("", holder_of(each.element_id))]
        wrong = [each for each in near if each.source is not None and each.source.url in urls]
        counts["wrong"] = len(wrong)
        counts["found"] = len(label["marks"]) if not wrong else 0
        return counts, [f"{label['title']}: {each.element_id} has what no element has" for each in wrong]
    here = [each for each in citations if each.element_id == label["element"]]
    left, offsets = list(here), list[int]()
    for mark in label["marks"]:
        same = next((each for each in left if _is(mark, each)), None)
        counts["found" if same else "missed"] += 1
        if same is None:
            problems.append(f"{label['title']} {label['element']}: missed {mark}")
        else:
            left.remove(same)
            offsets.append(same.offset)
    wrong = [each for each in left if not offsets or min(offsets) <= each.offset <= max(offsets)]
    counts["wrong"] += len(wrong)
    problems += [f"{label['title']}: wrong {_short(each)}" for each in wrong]
    return counts, problems


def _is(mark: dict[str, Any], citation: Citation) -> bool:
    words = WORD.findall(citation.claim[: citation.offset])
    before = None if mark["before"] is None else WORD.findall(mark["before"])
    source = citation.source
    if mark["kind"] == "needed":
        is_source = source is None
    elif mark["kind"] == "short":
        is_source = source is not None and mark["author"].split()[-1] in source.text
    else:
        is_source = source is not None and source.url == mark["url"]
    is_place = before is None or words[len(words) - len(before) :] == before
    return is_source and is_place and citation.name == mark["name"] and list(citation.tags) == mark["tags"]


def _short(citation: Citation) -> str:
    source = citation.source and (citation.source.url or citation.source.text[:40])
    before = citation.claim[: citation.offset][-30:]
    return f"{citation.element_id} {before!r} {citation.name!r} {source!r} {[*citation.tags]}"
