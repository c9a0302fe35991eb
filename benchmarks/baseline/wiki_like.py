"""Pages that look like Wikipedia's, any number of them, for a pool of the size and length of a real wiki.

- Titles are real: those of OTT-QA's passages and tables, of what their cells link to, and of FEVEROUS' work queue with
  its links (210,000 different ones).
- A page whose introduction is among OTT-QA's passages begins with it. Another one begins with the passage of a page
  whose title has the same shape ("1974 ...", "... (film)", "..., Norway", a name of two words), with its name in the
  place of the other's; so that a person's page may be about a place.
- The rest are headings of real articles and runs of two to six sentences, three of five from passages that stand in the
  same table's cells as the first one, so that they are about the same kind of thing, the others from shared articles.
  There years and every second name in the middle of a sentence are replaced by others, drawn as often as they occur.
- Tables are OTT-QA's, with their links: a page's own where it has some, else another one's on two pages of five.
- The number of sentences has the mean and the spread of the English Wikipedia's articles (about 650 words).

Every page is chosen by its title alone, so that a pool of the same titles is always the same.
"""

from __future__ import annotations

import json
import lzma
import math
import random
import re
import tarfile
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from benchmarks.search.wiki import SHARED, shared_wiki
from corpus.page.element_id import BadTitle, ElementKind, local_id, normalise_title
from corpus.page.elements import Cell, Element, Page, Section, Sentence, Table
from corpus.page.links import plain_text
from corpus.page.page_json import page_from_json
from corpus.sentences import split_sentences

MEDIAN_SENTENCES, SPREAD = 15, 1.1  # of a page, log-normal: a mean of 27 sentences
MOST_SENTENCES = 300
MOST_ROWS = 30
SHORTEST = 30  # characters of a sentence
SAME_KIND = 0.6  # of the runs come from passages beside the first one
WITH_TABLE = 0.4
_QUEUE_ROW = re.compile(r"VALUES \('((?:[^']|'')*)', \d+, \d, '(?:[^']|'')*', '(?:[^']|'')*', '((?:[^']|'')*)'")
_YEAR = re.compile(r"\b(?:1[6-9]|20)\d\d\b")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+\b")
_SPACED = re.compile(r" (?=[.,;:!?)'’])|(?<=[(]) ")
_PARENTHESIS = re.compile(r" \(([^()]*)\)$")


@dataclass
class Material:
    """What pages are made of. `groups`: titles of passages that stand in one table."""

    passages: dict[str, list[str]] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    shapes: dict[tuple[object, ...], list[str]] = field(default_factory=dict)
    tables: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    with_tables: list[str] = field(default_factory=list)
    titles: dict[str, None] = field(default_factory=dict)
    articles: list[list[str]] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


def made_pages(count: int, taken: Iterable[str], folder: Path) -> Iterator[Page]:
    """So many pages, none of whose titles is taken; those with a passage or a table of their own come first."""
    material = read_material(folder)
    used = {title.casefold() for title in taken}
    own = [*material.passages, *material.tables]
    others = sorted(material.titles)
    random.Random(5).shuffle(others)
    for title in dict.fromkeys([*own, *others]):
        if count and title.casefold() not in used:
            used.add(title.casefold())
            count -= 1
            yield page_of(title, material)


def page_of(title: str, material: Material, begins: tuple[str, ...] = ()) -> Page:
    """The page of a title; it begins with these sentences, or else with an introduction."""
    chance = random.Random(title)
    donor = title if title in material.passages else _donor(title, material, chance)
    texts = [*begins] or _renamed(material.passages[donor], donor, title)
    total = min(int(math.exp(chance.gauss(math.log(MEDIAN_SENTENCES), SPREAD))) + 2, MOST_SENTENCES)
    elements: list[Element] = []
    sections = tables = 0
    while texts:
        start = len(elements) - sections - tables
        elements += [Sentence(f"sentence_{start + i}", text) for i, text in enumerate(texts)]
        total -= len(texts)
        texts = []
        if total > 0:
            if chance.random() < 0.4:
                elements.append(Section(f"section_{sections}", chance.choice(material.headings), 2))
                sections += 1
            texts = _run(title, donor, material, chance)[:total]
    for table in _tables(title, material, chance):
        elements.append(_table(table, tables))
        tables += 1
    return Page(title, tuple(elements))


def _donor(title: str, material: Material, chance: random.Random) -> str:
    """A passage's title of the same shape, or of any, that its first sentence names."""
    return chance.choice(material.shapes.get(_shape(title)) or material.shapes[_shape("Any Name")])


def _shape(title: str) -> tuple[object, ...]:
    found = _PARENTHESIS.search(title)
    kind = found[1].split()[-1] if found else ""
    bare = _PARENTHESIS.sub("", title)
    return kind, title[:1].isdigit(), "," in bare, min(len(bare.split()), 4)


def _run(title: str, donor: str, material: Material, chance: random.Random) -> list[str]:
    """Some sentences that follow one another, about this title."""
    if chance.random() < SAME_KIND:
        source = chance.choice(material.groups[donor])
        texts = _renamed(material.passages[source], source, title)
    else:
        texts = chance.choice(material.articles)
    start = chance.randrange(max(len(texts) - 1, 1))
    return [_varied(text, material, chance) for text in texts[start : start + chance.randint(2, 6)]]


def _renamed(texts: list[str], old: str, new: str) -> list[str]:
    old, new = _PARENTHESIS.sub("", old), _PARENTHESIS.sub("", new)
    return [text.replace(old, new) for text in texts]


def _varied(text: str, material: Material, chance: random.Random) -> str:
    text = _YEAR.sub(lambda _: str(chance.randint(1850, 2020)), text)
    return _NAME.sub(lambda name: chance.choice(material.names) if chance.random() < 0.5 else name[0], text)


def _tables(title: str, material: Material, chance: random.Random) -> list[dict[str, Any]]:
    if title in material.tables:
        return material.tables[title]
    return material.tables[chance.choice(material.with_tables)] if chance.random() < WITH_TABLE else []


def _table(table: dict[str, Any], number: int) -> Table:
    def cell(row: int, column: int, text: str, links: list[str]) -> Cell:
        kind = ElementKind.CELL if row else ElementKind.HEADER_CELL
        target = links[0].removeprefix("/wiki/") if len(links) == 1 else ""
        is_link = target and not re.search(r"[\[\]|]", target + text)
        return Cell(local_id(kind, number, row, column), f"[[{target}|{text}]]" if is_link else text, not row, 1, 1)

    rows = [table["header"], *table["data"][:MOST_ROWS]]
    return Table(
        f"table_{number}",
        "general",
        tuple(
            tuple(cell(r, c, _nfd(text), links) for c, (text, links) in enumerate(row)) for r, row in enumerate(rows)
        ),
        None,
    )


@cache
def read_material(folder: Path) -> Material:
    """Read the shared data: about a minute."""
    material = Material()
    for group in _archive("dev_request_tok.tar.xz"):
        members = []
        for address, text in group.items():
            title = _title(address.removeprefix("/wiki/"))
            texts = [one for one in split_sentences(_SPACED.sub("", _nfd(text))) if len(one) >= SHORTEST]
            if title and texts:
                members.append(title)
                material.passages.setdefault(title, texts)
        for title in members:
            material.groups.setdefault(title, members)
    for table in _archive("traindev_tables_tok.tar.xz"):
        if title := _title(table["title"]):
            material.tables.setdefault(title, []).append(table)
        for _text, links in (cell for row in table["data"] for cell in row):
            material.titles.update((found, None) for link in links if (found := _title(link.removeprefix("/wiki/"))))
    material.with_tables += material.tables
    for title in _queue():
        material.titles[title] = None
    for title, texts in material.passages.items():
        if _PARENTHESIS.sub("", title) in texts[0]:
            material.shapes.setdefault(_shape(title), []).append(title)
    _read_articles(material, folder)
    return material


def _read_articles(material: Material, folder: Path) -> None:
    for _, data in sorted(shared_wiki(folder).pages.items()):
        texts: list[str] = []
        for element in page_from_json(json.loads(data)).elements:
            if isinstance(element, Sentence) and len(element.text) >= SHORTEST:
                texts.append(plain_text(element.text))
            elif isinstance(element, Section) and element.value:
                material.headings.append(plain_text(element.value))
        if texts:
            material.articles.append(texts)
    for texts in (*material.articles, *material.passages.values()):
        material.names += [name for text in texts for name in _NAME.findall(text)]


def _archive(name: str) -> Iterator[dict[str, Any]]:
    with tarfile.open(SHARED / "tables" / "ottqa" / name, "r|xz") as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file:
                yield json.load(file)


def _queue() -> Iterator[str]:
    with lzma.open(SHARED / "feverous" / "highlight_queue.sql.xz", "rt", encoding="utf-8") as file:
        text = file.read()
    for page, links in _QUEUE_ROW.findall(text):
        for name in (page, *links.split(" [SEP] ")):
            if title := _title(name.replace("''", "'")):
                yield title


def _title(written: str) -> str:
    """The normalised title; "" for what cannot be one."""
    try:
        return normalise_title(unquote(written).partition("#")[0])
    except BadTitle:
        return ""


def _nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text).strip()
