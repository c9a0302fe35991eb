"""Node types of the wikitext tree: pieces of source text and the constructs found in them.

A page has ten thousands of these, so they are named tuples, which are made in a third of the time of a
frozen dataclass, and hold places in the page's one text instead of copies of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum, auto
from typing import NamedTuple


class Kind(IntEnum):
    """Kind of a node."""

    TEMPLATE = auto()  # {{name|argument}}
    ARGUMENT = auto()  # {{{name|default}}}
    LINK = auto()  # [[target|text]]
    TABLE = auto()  # {| ... |}
    HEADING = auto()  # == text ==
    ELEMENT = auto()  # <sup>text</sup>: a tag whose end was looked for
    VERBATIM = auto()  # <nowiki>text</nowiki>: contents are no wikitext
    TAG = auto()  # any other tag, opening or closing
    STRAY = auto()  # mark-up that closes nothing
    TOO_DEEP = auto()  # nested beyond what is read


class Node(NamedTuple):
    """A construct from `start` to `end` of its text; `inner` is what stands between its brackets or tags.

    `name` is a tag's name in lower case, "" for other kinds; `depth` counts the levels below and this one.
    """

    kind: Kind
    start: int
    end: int
    inner: Markup
    name: str = ""
    depth: int = 1


class Markup(NamedTuple):
    """A piece of wikitext, `text[start:end]`, and the outermost nodes in it, in order."""

    text: str
    start: int
    end: int
    nodes: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return self.text[self.start : self.end]

    def gaps(self) -> Iterator[tuple[int, int]]:
        """The stretches of plain text between the nodes, some of them empty: one more than there are nodes."""
        place = self.start
        for node in self.nodes:
            yield place, node.start
            place = node.end
        yield place, self.end

    def find(self, mark: str) -> int:
        """Index of the first mark outside the nodes; -1 if there is none."""
        for start, end in self.gaps():
            place = self.text.find(mark, start, end)
            if place >= 0:
                return place
        return -1

    def part(self, start: int, end: int) -> Markup:
        """The piece from `start` to `end`, neither of which lies inside a node."""
        return Markup(self.text, start, end, tuple(node for node in self.nodes if start <= node.start < end))


def split(markup: Markup, mark: str) -> list[Markup]:
    """The pieces between the marks that stand outside the nodes; always at least one."""
    text, pieces = markup.text, []
    begin, first = markup.start, 0
    for number, (start, end) in enumerate(markup.gaps()):
        while (place := text.find(mark, start, end)) >= 0:
            pieces.append(Markup(text, begin, place, markup.nodes[first:number]))
            begin = start = place + len(mark)
            first = number
    pieces.append(Markup(text, begin, markup.end, markup.nodes[first:]))
    return pieces


class Parameter(NamedTuple):
    """One argument of a template; `showkey` says whether it was written with its name."""

    name: str
    value: Markup
    showkey: bool


class Template(NamedTuple):
    """A template call. Names are as written."""

    name: str
    params: tuple[Parameter, ...]


def template(node: Node) -> Template:
    """The call that a TEMPLATE node stands for; unnamed arguments are numbered from 1."""
    name, *arguments = split(node.inner, "|")
    params, number = [], 0
    for argument in arguments:
        place = argument.find("=")
        if place < 0:
            number += 1
            params.append(Parameter(str(number), argument, False))
        else:
            value = argument.part(place + 1, argument.end)
            params.append(Parameter(argument.text[argument.start : place], value, True))
    return Template(str(name), tuple(params))
