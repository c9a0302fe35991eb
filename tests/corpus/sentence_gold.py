"""The two gold sets of the splitter, and how far a splitter agrees with them.

`data/sentences/*.txt`, one file a language: our own prose, written to be hard. A line "# labels" begins a paragraph,
then comes a sentence a line. `data/real_sentences.tsv`: boundaries in real paragraphs, which are known by a hash only.

What counts as a boundary: also between the sentences of a quotation, never within round brackets. A list number
("1.") belongs to its sentence; so does what a quotation left out ("..."), to the one before.
"""

from __future__ import annotations

import json
import lzma
import tarfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.sources import SourcePage, read_source
from tests.corpus.raw_paragraphs import html_paragraphs, paragraph_hash, raw_paragraphs

DATA = Path(__file__).parent / "data"
UNSPACED = {"zh", "ja"}

Splitter = Callable[[str, str], list[str]]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text, and the offsets at which all its sentences but the first begin."""

    language: str
    labels: tuple[str, ...]
    text: str
    cuts: frozenset[int]


@dataclass(frozen=True, slots=True)
class Score:
    """How many boundaries were found rightly, found wrongly, and missed."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)

    def __str__(self) -> str:
        count = self.right + self.missed
        return f"P {self.precision:.4f} R {self.recall:.4f} F1 {self.f1:.4f} of {count} boundaries"


def score(split: Splitter, paragraphs: Iterable[Paragraph]) -> Score:
    right = wrong = missed = 0
    for paragraph in paragraphs:
        found = cuts(paragraph.text, split(paragraph.text, paragraph.language))
        right += len(found & paragraph.cuts)
        wrong += len(found - paragraph.cuts)
        missed += len(paragraph.cuts - found)
    return Score(right, wrong, missed)


def cuts(text: str, sentences: list[str]) -> set[int]:
    """Where all sentences but the first begin. Raises ValueError when they are not the text's own, in order."""
    found, end = [], 0
    for sentence in sentences:
        start = text.index(sentence, end)
        if text[end:start].strip():
            raise ValueError(f"left out: {text[end:start]!r}")
        found.append(start)
        end = start + len(sentence)
    return set(found[1:])


def own_prose() -> Iterator[Paragraph]:
    """The paragraphs written for this set, all languages."""
    for path in sorted((DATA / "sentences").glob("*.txt")):
        prose = unicodedata.normalize("NFD", path.read_text(encoding="utf-8"))  # as every stored text
        for block in prose.strip().split("\n\n"):
            labels, *sentences = block.split("\n")
            yield _joined(path.stem, tuple(labels.removeprefix("# ").split()), sentences)


def _joined(language: str, labels: tuple[str, ...], sentences: list[str]) -> Paragraph:
    space = "" if language in UNSPACED else " "
    text, starts = "", []
    for sentence in sentences:
        starts.append(len(text))
        text += sentence + space
    return Paragraph(language, labels, text.rstrip(), frozenset(starts[1:]))


def real_prose(shared_data: Path, part: str) -> list[Paragraph]:
    """The marked paragraphs of real articles. `part` is "tune", "held" or "blind"; what is not found is missing."""
    found = []
    wanted: dict[str, dict[str, list[str]]] = {}
    for line in (DATA / "real_sentences.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            source, _, language, its_part, digest, offsets = line.split("\t")
            if its_part == part:
                wanted.setdefault(source, {})[digest] = [language, offsets]
    for source, marked in wanted.items():
        for text in _paragraphs(shared_data / source):
            if row := marked.pop(paragraph_hash(text), None):
                marked_cuts = frozenset(int(each) for each in row[1].split(",") if each != "-")
                found.append(Paragraph(row[0], (source,), text, marked_cuts))
    return found


def _paragraphs(source: Path) -> Iterator[str]:
    if source.suffixes[-2:] == [".jsonl", ".xz"]:
        with lzma.open(source, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield from raw_paragraphs(json.loads(line)["text"])
    elif source.suffixes[-2:] == [".tar", ".xz"]:
        with tarfile.open(source) as archive:
            for member in archive:
                if member.name.endswith(".html") and (file := archive.extractfile(member)):
                    yield from html_paragraphs(file.read().decode(errors="replace"))
    else:
        for page in read_source(source):
            if isinstance(page, SourcePage):
                yield from raw_paragraphs(page.wikitext)
