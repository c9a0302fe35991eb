r"""Rows of FEVER's `wiki-NNN.jsonl` as pages, and back, byte for byte.

A row is {id, text, lines}. `lines` has a line for each sentence of the introduction, and an empty one where a paragraph
ends: index TAB tokenised sentence TAB anchor TAB entity TAB anchor TAB entity ... Line n is `sentence_n` of the page.

A line without words, or whose index is missing, is no element of the page: it cannot be shown, searched or cited, and
the others keep their numbers. Anchors become links where they stand in the sentence as words of their own, as FEVER's
parser chose them (`resolve_links` of its wiki_parser.py). What the page does not say of its row is its `Origin`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypedDict
from unicodedata import is_normalized, normalize

from corpus.fever.names import page_name, title_of
from corpus.page.element_id import BadTitle, clean_title
from corpus.page.links import LINK

_encoded = json.JSONEncoder(ensure_ascii=False).encode  # made once: `json.dumps` makes one anew for every call
_escaped = json.JSONEncoder().encode
_NEXT_LINE = re.compile(r"\n(?=[0-9]+(?:\t|\n|$))")
_NO_TARGET = re.compile(r"[\[\]{}<>|\x00-\x1f]")
_UNUSUAL = re.compile("[#\u200e\u200f\u202a-\u202e]|^:|[^\\S ]|  ")  # in a title: looked up, it would be another one
NO_ENTITY = "anchor without entity"
DELETE = "Correct the row in its file, or delete it, and import the file as a corpus of its own."
_KEYS = ("id", "text", "lines")


class Origin(TypedDict, total=False):
    """How a row was written, where its page does not say so. Lines are named by their indices.

    `file`: its name, without the ending of a compressed one. `empty`: lines without words. `tails`: line -> anchors and
    entities, where the links of the page say others. `nfc`: of "id" and "lines" those in NFC; else they are in NFD.
    `escaped`: the JSON is ASCII. `text`: where it is not the sentences in order. `row`: the whole row, where it is
    written as no other. `before`, `after`: rows without a page before it, and after it at the end of the file.
    `unended`: no line feed ends the file.
    """

    file: str
    empty: list[int]
    tails: dict[str, str]
    nfc: list[str]
    escaped: bool
    text: str
    row: str
    before: list[str]
    after: list[str]
    unended: bool


class FeverPage(NamedTuple):
    """A row that was read. `data`: page JSON text. `paragraphs`: ids of the sentences that begin one. `without_entity`:
    indices of lines with an anchor that has no entity."""

    title: str
    data: str
    paragraphs: tuple[str, ...]
    origin: Origin
    without_entity: list[int]


class BadRow(ValueError):
    """The row is at fault; the message says how."""


def read_row(raw: str) -> FeverPage | None:
    """The page of a row, given without its line feed; None where no line has words. Raises BadRow."""
    name, text, lines = _fields(raw)
    stored = lines if lines.isascii() else normalize("NFD", lines)
    numbered, is_usual = _numbered(stored)
    texts, tails = dict[str, str](), dict[str, str]()
    empty, without_entity = list[int](), list[int]()
    paragraphs, words = list[str](), list[str]()
    begins = True
    for number, rest in numbered:
        written, tab, tail = rest.partition("\t")
        words.append(written)
        sentence = _cleaned(written)
        if sentence != written or (tab and not (tail and sentence)):
            is_usual = False
        if not sentence:
            empty.append(number)
            begins = True
            continue
        local = f"sentence_{number}"
        if tab:
            texts[local], is_same, lacks_entity = _linked(sentence, tail)
            if not is_same:
                tails[str(number)] = tail
            if lacks_entity:
                without_entity.append(number)
        else:
            texts[local] = sentence
        if begins:
            paragraphs.append(local)
            begins = False
    if not texts:
        return None
    title = _title(name)
    origin: Origin = {}
    if empty:
        origin["empty"] = empty
    if tails:
        origin["tails"] = tails
    is_usual = is_usual and _is_spelled(origin, raw, title, name, text, lines, stored, words)
    order = '", "'.join(texts)
    body = ", ".join([f'"{local}": {_encoded(words)}' for local, words in texts.items()])
    data = f'{{"title": {_encoded(title)}, "order": ["{order}"], {body}}}'  # as json writes it, in half of the time
    return FeverPage(title, data, tuple(paragraphs), origin if is_usual else {"row": raw}, without_entity)


def _cleaned(sentence: str) -> str:
    """A sentence as it is stored: single brackets would be read as part of links."""
    if "[" in sentence or "]" in sentence:
        sentence = sentence.replace("[", "-LSB-").replace("]", "-RSB-")
    return sentence.strip()


def written_row(page: Mapping[str, Any], origin: Origin) -> str:
    """The row that a page came from, without its line feed. `page` is its page JSON."""
    if "row" in origin:
        return origin["row"]
    tails, nfc = origin.get("tails", {}), origin.get("nfc", ())
    lines, words = [], []
    sentences = {int(local[9:]): page[local] for local in page["order"]}
    for number in sorted([*sentences, *origin.get("empty", ())]) if "empty" in origin else sentences:
        shown, tail = unlinked(sentences.get(number, ""))
        tail = tails.get(str(number), tail) if tails else tail
        lines.append(f"{number}\t{shown}\t{tail}" if tail else f"{number}\t{shown}")
        words.append(shown)
    written, text = "\n".join(lines), origin.get("text")
    if text is None:
        text = normalize("NFC", " ".join(words)) if "lines" in nfc else " ".join(words)
    name = page_name(page["title"])
    return _row(
        normalize("NFC", name) if "id" in nfc else name,
        text,
        normalize("NFC", written) if "lines" in nfc else written,
        _escaped if "escaped" in origin else _encoded,
    )


def unlinked(text: str) -> tuple[str, str]:
    """A stored sentence as FEVER writes it: its words, and its anchors and entities apart by tabs."""
    if "[[" not in text:
        return text, ""
    parts: list[str] = []

    def shown(match: re.Match[str]) -> str:
        entity = match[1].replace("_", " ")
        anchor: str = match[2] if match[2] is not None else entity
        parts.extend((anchor, entity))
        return anchor

    return LINK.sub(shown, text), "\t".join(parts)


def _is_spelled(
    origin: Origin, raw: str, title: str, name: str, text: str, lines: str, stored: str, words: list[str]
) -> bool:
    """Note how a row with the lines of its page is spelled; False where it is written as no other."""
    nfc = [
        key for key, value in (("id", name), ("lines", lines)) if not value.isascii() and is_normalized("NFC", value)
    ]
    if stored != lines and "lines" not in nfc:
        return False
    spelled, joined = page_name(title), " ".join(words)
    if name != (normalize("NFC", spelled) if "id" in nfc else spelled):
        return False
    if text != (normalize("NFC", joined) if "lines" in nfc else joined):
        origin["text"] = text
    if nfc:
        origin["nfc"] = nfc
    if raw == _row(name, text, lines, _encoded):
        return True
    origin["escaped"] = True
    return raw == _row(name, text, lines, _escaped)


def _row(name: str, text: str, lines: str, encoded: Callable[[str], str]) -> str:
    return f'{{"id": {encoded(name)}, "text": {encoded(text)}, "lines": {encoded(lines)}}}'


def _linked(sentence: str, tail: str) -> tuple[str, bool, bool]:
    """A sentence with its anchors as links; one that is not in it, or stands within another, is none.

    Also whether the links say all that the tail does, and whether its last anchor lacks an entity.
    """
    parts = tail.split("\t")
    lacks = len(parts) % 2 == 1 and parts.pop().strip() != ""
    is_same = not lacks and len(parts) > 0
    spans: list[tuple[int, int, str]] = []
    at = 0
    for anchor, entity in zip(parts[::2], parts[1::2], strict=True):
        target, is_plain = _target(entity)
        start = _found(sentence, anchor, at) if target else -1
        if start < 0:
            is_same = False
            start = _found(sentence, anchor, 0) if target and at else -1
        stop = start + len(anchor)
        if start < 0 or (start < at and any(start < last and first < stop for first, last, _ in spans)):
            continue
        spans.append((start, stop, f"[[{target}]]" if target == anchor else f"[[{target}|{anchor}]]"))
        if not is_plain:
            is_same = False
        if stop > at:
            at = stop
    if not is_same:
        spans.sort()
    for start, stop, shown in reversed(spans):
        sentence = f"{sentence[:start]}{shown}{sentence[stop:]}"
    return sentence, is_same, lacks


@lru_cache(maxsize=50_000)  # pages name the same entities again and again
def _target(entity: str) -> tuple[str, bool]:
    """The target of a link to an entity, "" where no link can hold it; and whether it tells the entity's spelling."""
    target = "_".join(title_of(entity).split())
    if not target.strip("#_:") or _NO_TARGET.search(target):
        return "", False
    return target, target.replace("_", " ") == entity


def _found(sentence: str, anchor: str, start: int) -> int:
    """Where an anchor stands as words of their own, from a place on; -1 where it does not."""
    while (start := sentence.find(anchor, start)) >= 0:
        stop = start + len(anchor)
        if not (start and sentence[start - 1].isalnum()) and not sentence[stop : stop + 1].isalnum():
            return start if anchor.strip() and "|" not in anchor else -1
        start += 1
    return -1


def _fields(raw: str) -> tuple[str, str, str]:
    """id, text and lines of a row. Raises BadRow."""
    try:
        row = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadRow(f"not JSON ({error})") from error
    if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in _KEYS):
        raise BadRow("want an object with id, text and lines, each of them text")
    found: tuple[str, str, str] = (row["id"], row["text"], row["lines"])
    if "\\u" in raw and any("\x00" in value or not _is_whole(value) for value in found):
        raise BadRow("a character cannot be stored: NUL, or half of one")
    return found


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _title(name: str) -> str:
    title = title_of(name)
    if not title:
        raise BadRow("id: names no page")
    if _UNUSUAL.search(title):
        try:
            cleaned = clean_title(title)
        except BadTitle:
            cleaned = ""
        if cleaned != title:
            raise BadRow(f"id: {name!r} is no title that can be looked up")
    return title


def _numbered(lines: str) -> tuple[list[tuple[int, str]], bool]:
    """Index of every line, and what follows it; and whether all are written in the usual way. Raises BadRow.

    A line that begins with no index belongs to the one before: some of FEVER's anchors are broken, and its own reader
    joins them so (`get_wiki_clean` of its wiki.py).
    """
    found: list[tuple[int, str]] = []
    pieces = lines.split("\n") if lines else []
    is_usual = all(map(str.isdecimal, [piece.partition("\t")[0] for piece in pieces]))
    if not is_usual:
        pieces = [each.rstrip("\n").replace("\n\t", "\t").replace("\n", " ") for each in _NEXT_LINE.split(lines)]
    last = -1
    for piece in pieces:
        index, tab, rest = piece.partition("\t")
        number = last + 1
        if index != str(number):
            if not (index.isascii() and index.isdigit() and len(index) < 10):
                raise BadRow(f"lines: {piece[:40]!r} begins with no index")
            number = int(index)
            is_usual = is_usual and index == str(number)
        if number <= last:
            problem = "stands there twice" if number == last else f"stands behind {last}"
            raise BadRow(f"lines: index {number} {problem}")
        is_usual = is_usual and tab != ""
        found.append((number, rest))
        last = number
    return found, is_usual
