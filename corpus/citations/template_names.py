"""What templates of citations do, by lower-case name with spaces (`corpus/data/citation_templates.txt`)."""

from __future__ import annotations

from functools import lru_cache

from corpus.citations.record import Tag
from corpus.word_lists import names

_FILE = "citation_templates.txt"

SHORT_NOTES = names(_FILE, "short note")
REUSED = names(_FILE, "reused notes")
NOTES = names(_FILE, "note with sources in it, or of its own")
EXPLANATORY = names(_FILE, "explanatory note")
LISTS_OF_NOTES = names(_FILE, "list of notes")
NEEDED = names(_FILE, "citation needed")
AROUND_WORDS = names(_FILE, "citation needed, around the words")
TAGS = {name: tag for tag in Tag if tag is not Tag.CITATION_NEEDED for name in names(_FILE, f"tag: {tag}")}
MARKS = SHORT_NOTES | REUSED | NOTES | EXPLANATORY | NEEDED | AROUND_WORDS | TAGS.keys()  # what the walk stops at
_SOURCES = names(_FILE, "source")
_SOURCE_BEGINNINGS = tuple(each.replace("_", " ") for each in names(_FILE, "source: beginnings, _ is a space"))


@lru_cache(maxsize=4_096)  # a wiki has some hundred ways of writing a few names
def plain_name(written: str) -> str:
    """The name of a template as it stands in the lists."""
    name = " ".join(written.replace("_", " ").split()).lower()
    return name.removeprefix("template:").removeprefix("subst:").strip()


def is_source(name: str) -> bool:
    """Return whether a template, named as in the lists, describes one source in full."""
    return name in _SOURCES or name.startswith(_SOURCE_BEGINNINGS)
