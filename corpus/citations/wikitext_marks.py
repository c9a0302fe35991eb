"""The marks of a page of wikitext: what stands behind a statement and refers to a source. One pass, linear in length.

References are paired as `corpus.syntax.hidden_markup` does: one that is not closed before the next begins is text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

from corpus.citations.calls import Call, outermost_calls
from corpus.citations.record import Tag
from corpus.citations.template_names import (
    AROUND_WORDS,
    EXPLANATORY,
    LISTS_OF_NOTES,
    MARKS,
    NEEDED,
    NOTES,
    REUSED,
    SHORT_NOTES,
    TAGS,
    is_source,
    plain_name,
)
from corpus.templates.names import INFOBOX_PREFIXES

_TOKEN = re.compile(
    r"<!--|<nowiki>|<(?P<close>/)?(?P<tag>ref|references|gallery|timeline|imagemap|score|graph|mapframe)\b(?P<rest>[^<>]*)>"
    r"|\{\{|\}\}",
    re.IGNORECASE,
)
_REF_EDGE = re.compile(r"<(?P<close>/)?ref\b[^<>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"\b(name|group)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'/>]+(?:/(?!\s*\Z)[^\s\"'/>]*)*))", re.IGNORECASE
)
_NAME = re.compile(r"[^|{}<\n]{1,80}|\n?[^|{}<\n]{1,80}")
_BETWEEN = re.compile(r"[\s.,;:!?\"'”’)\]]*")
_FARTHEST = 40  # characters between a mark and a tag that is about it


@dataclass(slots=True)
class Mark:
    """A mark at a place of the text without marks. `content` is its note as written; None where it only names one.

    `hidden`: it defines a note, and stands in no element: in a list of notes, a gallery. `boxed`: it is in an infobox.
    """

    at: int
    content: str | None = None
    group: str = ""
    name: str = ""
    is_needed: bool = False  # {{citation needed}}: there is no note
    tags: list[Tag] = field(default_factory=list)
    hidden: bool = False
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """A page's text without marks, comments and tags of citations; its marks in order; calls of cite templates."""

    text: str
    marks: list[Mark]
    sources: list[str]


@dataclass(slots=True)
class _Walk:
    text: str
    marks: list[Mark] = field(default_factory=list)
    tags: list[tuple[int, Tag]] = field(default_factory=list)
    removed: list[tuple[int, int]] = field(default_factory=list)
    sources: list[tuple[int, int]] = field(default_factory=list)
    opened: list[tuple[int, int, int]] = field(default_factory=list)  # start of a call, number of marks, of tags
    never_closed: set[str] = field(default_factory=set)
    hidden_until: int = 0

    def add(self, mark: Mark) -> None:
        mark.hidden = mark.at < self.hidden_until
        self.marks.append(mark)

    def remove(self, start: int, end: int) -> None:
        while self.removed and self.removed[-1][0] >= start:
            self.removed.pop()
        self.removed.append((start, end))


def marks_of(text: str) -> Marked:
    """The marks of some wikitext, line ends as "\\n"."""
    walk = _Walk(text)
    place = 0
    while (token := _TOKEN.search(text, place)) is not None:
        start, place = token.span()
        kind = token[0]
        if kind == "{{":
            walk.opened.append((start, len(walk.marks), len(walk.tags)))
        elif kind == "}}":
            if walk.opened:
                _close(walk, *walk.opened.pop(), place)
        elif kind == "<!--":
            end = text.find("-->", place)
            place = len(text) if end < 0 else end + 3
            walk.remove(start, place)
        elif token["tag"] is None:
            place = _end_of(walk, "</nowiki>", place)
        elif token["tag"].lower() == "ref":
            place = _reference(walk, token)
        elif not token["close"] and not token["rest"].endswith("/"):
            walk.hidden_until = max(walk.hidden_until, _end_of(walk, f"</{token['tag']}", place))
    return _without_marks(walk)


def _end_of(walk: _Walk, closing: str, place: int) -> int:
    """Where it is closed; `place` where it is not, which is looked for once."""
    end = -1 if closing in walk.never_closed else walk.text.find(closing, place)
    if end < 0:
        walk.never_closed.add(closing)
    return max(end, place)


def _reference(walk: _Walk, token: re.Match[str]) -> int:
    """Read a <ref>; returns where to go on."""
    start, place = token.span()
    rest = token["rest"]
    if token["close"]:
        return place
    given = (
        {name.lower(): (a or b or c).strip() for name, a, b, c in _ATTRIBUTE.findall(rest.replace('\\"', '"'))}
        if rest
        else {}
    )
    group, name = given.get("group", ""), " ".join(given.get("name", "").split())
    if rest.endswith("/"):
        walk.add(Mark(start, None, group, name))
        walk.remove(start, place)
        return place
    edge = _REF_EDGE.search(walk.text, place)
    if edge is None or not edge["close"]:
        return place if edge is None else edge.start()
    content = walk.text[place : edge.start()].strip()
    walk.add(Mark(start, content or None, group, name))
    walk.remove(start, edge.end())
    return edge.end()


def _close(walk: _Walk, start: int, marks: int, tags: int, end: int) -> None:
    """A template call is complete: a mark, a tag, or what marks stand in."""
    written = _NAME.match(walk.text, start + 2)
    name = plain_name(written[0]) if written else ""
    if name in MARKS:
        _mark(walk, name, start, end, marks, tags)
    elif is_source(name):
        walk.sources.append((start, end))
    elif len(walk.marks) > marks:
        if name in LISTS_OF_NOTES:
            for mark in walk.marks[marks:]:
                mark.hidden = True
        elif name.startswith(INFOBOX_PREFIXES):
            for mark in walk.marks[marks:]:
                mark.boxed = True


def _mark(walk: _Walk, name: str, start: int, end: int, marks: int, tags: int) -> None:
    text = walk.text
    if name in TAGS:
        walk.tags.append((start, TAGS[name]))
    elif name in NEEDED and (name not in AROUND_WORDS or "|" not in text[start:end]):
        walk.add(Mark(start, is_needed=True))
    elif name in AROUND_WORDS:
        walk.add(Mark(end, is_needed=True))
        return
    elif name in SHORT_NOTES:
        walk.add(Mark(start, text[start:end]))
        if name.startswith("harv"):
            return  # its words are text of the page
    else:
        del walk.tags[tags:]
        _note(walk, name, start, end, marks)
    walk.remove(start, end)


def _note(walk: _Walk, name: str, start: int, end: int, marks: int) -> None:
    """{{r}}, {{refn}}, {{efn}}: the notes that it names, those that stand in it, or its own words."""
    call = next(iter(outermost_calls(walk.text[start:end])), None) or Call(name, start, end)
    group, of_name = call.named.get("group", ""), call.named.get("name", "")
    if name in REUSED:
        for each in call.positional or [value for key, value in call.named.items() if key.isdigit()]:
            if each:
                walk.add(Mark(start, None, group, each))
        return
    inside = walk.marks[marks:]
    for mark in inside:
        mark.at = start
    content = call.positional[0] if call.positional else call.named.get("1", "")
    if name in NOTES and (content or of_name) and not inside:
        walk.add(Mark(start, content or None, group, of_name))
    elif name in EXPLANATORY | NOTES and of_name and not content:
        return  # an explanation given before


def _without_marks(walk: _Walk) -> Marked:
    """Cut out what was removed, and move the places of marks into what is left."""
    parts: list[str] = []
    place = 0
    for start, end in walk.removed:
        parts.append(walk.text[place:start])
        place = max(end, place)
    parts.append(walk.text[place:])
    starts = [start for start, _ in walk.removed]
    lost = [0, *accumulate(end - start for start, end in walk.removed)]
    text = "".join(parts)

    def moved(at: int) -> int:
        before = bisect_right(starts, at - 1)
        return at - lost[before]

    walk.marks.sort(key=lambda mark: mark.at)
    for mark in walk.marks:
        mark.at = moved(mark.at)
    _attach(text, walk.marks, [(moved(at), tag) for at, tag in walk.tags])
    return Marked(text, walk.marks, [walk.text[start:end] for start, end in walk.sources])


def _attach(text: str, marks: list[Mark], tags: list[tuple[int, Tag]]) -> None:
    """Give each tag to the last mark before it, if nothing but punctuation stands between."""
    places = [mark.at for mark in marks]
    for at, tag in tags:
        last = bisect_right(places, at) - 1
        while last >= 0 and marks[last].is_needed and places[last] == at:
            last -= 1
        is_near = last >= 0 and at - places[last] <= _FARTHEST and _BETWEEN.fullmatch(text, places[last], at)
        if is_near and tag not in marks[last].tags:
            marks[last].tags.append(tag)
