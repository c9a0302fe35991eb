"""FEVER's redirects: title TAB target a line, as its wiki_reader writes them (`process_redirect` of wiki_reader.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from corpus.fever.names import title_of
from corpus.page.element_id import BadTitle, normalise_title
from corpus.sources.decompression import opened
from corpus.sources.source import SourceFailure, SourcePage

WANTED = "Write a title, a tab and the title it leads to on every line."
BREAK = "Correct or delete one of these lines, and import the file as a corpus of its own."
_BITS = 1 << 28  # of the filter: 32 MB, of which 7.6 million titles (English Wikipedia, 2017) set 3 %
_LOOKED_AT = 20


def is_redirects(start: str) -> bool:
    """Return whether text begins with such lines."""
    lines = [line for line in start.split("\n")[:_LOOKED_AT] if line.strip()][: _LOOKED_AT - 1]
    return bool(lines) and all(line.count("\t") == 1 for line in lines)


def read_redirects(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The redirects in the file's order. Those that go round in a circle, and lines that are none, are failures."""
    circular = {line: titles for titles in circles(path) for line in titles}
    for number, line, redirect in _lines(path):
        place = f"{path.name}:{number}"
        if redirect is None:
            yield SourceFailure(line[:100], place, "not a title and its target", WANTED)
        elif number in circular:
            way = " → ".join([*circular[number].values(), next(iter(circular[number].values()))])
            yield SourceFailure(redirect.title, place, f"the redirects go round in a circle: {way}", BREAK)
        else:
            yield SourcePage(
                redirect.title,
                "",
                redirect_to=f"{redirect.target}#{redirect.section}" if redirect.section else redirect.target,
            )


def circles(path: Path) -> list[dict[int, str]]:
    """The redirects that lead to themselves over others: line -> title of each.

    A circle has redirects to redirects alone, which are few. Two readings of the file find these: the first fills a
    filter with the titles that redirect, the second keeps the lines whose target is one, or has its hash by chance.
    """
    seen = bytearray(_BITS // 8)
    for _, _, redirect in _lines(path):
        if redirect is not None:
            bit = hash(redirect.title) % _BITS
            seen[bit >> 3] |= 1 << (bit & 7)
    kept: dict[str, _Redirect] = {}
    for _, _, redirect in _lines(path):
        if redirect is not None:
            bit = hash(redirect.target) % _BITS
            if seen[bit >> 3] & 1 << (bit & 7):
                kept[redirect.title] = redirect
    return _circles_of(kept)


def _circles_of(redirects: Mapping[str, _Redirect]) -> list[dict[int, str]]:
    found: list[dict[int, str]] = []
    done: set[str] = set()
    for start in redirects:
        path: dict[str, int] = {}
        at = start
        while at in redirects and at not in done:
            done.add(at)
            path[at] = redirects[at].line
            at = redirects[at].target
        if at in path:
            names = list(path)
            circle = {path[name]: name for name in names[names.index(at) :]}
            found += [circle] if len(circle) > 1 else []  # one alone is left out as a redirect to itself
    return found


class _Redirect(NamedTuple):
    line: int
    title: str
    target: str
    section: str


def _lines(path: Path) -> Iterator[tuple[int, str, _Redirect | None]]:
    """Number and text of every line that is not blank, and its redirect if it is one."""
    with opened(path) as file:
        for number, raw in enumerate(file, 1):
            line = raw.decode("utf-8-sig", "replace").strip()
            if line:
                yield number, line, _redirect(number, line)


def _redirect(number: int, line: str) -> _Redirect | None:
    title, tab, target = line.partition("\t")
    if not tab or "\t" in target or "\ufffd" in line:  # not UTF-8
        return None
    name, _, section = target.partition("#")
    try:
        return _Redirect(number, normalise_title(title_of(title)), normalise_title(title_of(name)), section)
    except BadTitle:
        return None
