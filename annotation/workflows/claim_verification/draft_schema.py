"""The body of a verifier's draft: what it may look like, and how one begins. Pure: no database.

A draft is work under way: it may be incomplete and wrong, and is kept all the same. Only a body that no page could
open again is refused. Parts that are missing have their defaults, so that drafts of older pages stay readable; parts
that are not known here are kept as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.evidence.models import LONGEST_SET_NAME, SetColour
from annotation.vocabulary.submission_check import LONGEST_NOTE
from annotation.work.bookmarks import are_bookmarks, bookmarks_sentence

STARTING_SETS = 3  # as many as the original has; the page offers more, up to the project's most
# Fields beside `sets`, of each element: context left out, context added, the sentence that goes on with it.
REFINEMENTS = ("dropped", "added", "joined")
LONGEST_ID = 600
LONGEST_WORD = 100


def empty_body(max_sets: int) -> dict[str, Any]:
    """A draft in which nothing has been done; `max_sets` is the project's most."""
    sets: list[list[str]] = [[] for _ in range(min(STARTING_SETS, max_sets))]
    return {"sets": sets, "active_set": 0, "verdict": "", "challenge": "", "place": {}}


def default_colour(position: int) -> str:
    """The colour of a set that was given none: by its place, so that neighbours differ."""
    colours = SetColour.values
    return str(colours[position % len(colours)])


def problems_of(body: Mapping[str, Any]) -> dict[str, list[str]]:
    """Part of the body -> what is wrong with it; empty when the draft can be kept."""
    return {part: [SENTENCES[part]()] for part, fits in PARTS.items() if part in body and not fits(body[part])}


def evidence_of(body: Mapping[str, Any]) -> list[str]:
    """Ids of the elements in the draft's sets; the body has no `problems_of`."""
    return [element_id for ids in body.get("sets", ()) for element_id in ids]


def _is_id(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_ID


def _are_ids(value: object) -> bool:
    return isinstance(value, list) and all(_is_id(one) for one in value)


def _are_sets(value: object) -> bool:
    return isinstance(value, list) and all(_are_ids(ids) for ids in value)


def _are_refinements(value: object) -> bool:
    return isinstance(value, list) and all(_is_refinement(one) for one in value)


def _is_refinement(value: object) -> bool:
    return isinstance(value, dict) and all(_is_id(key) and _are_ids(ids) for key, ids in value.items())


def _are_looks(value: object) -> bool:
    return isinstance(value, list) and all(_is_look(one) for one in value)


def _is_look(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    name, colour = value.get("name", ""), value.get("colour", "")
    return isinstance(name, str) and len(name) <= LONGEST_SET_NAME and colour in ("", *SetColour.values)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_WORD


def _are_words(value: object) -> bool:
    return isinstance(value, list) and all(_is_word(one) for one in value)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_saved_by(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return _is_word(value.get("browser", "")) and _is_number(value.get("changes", 0))


def _are_pairs(value: object) -> bool:
    return isinstance(value, list) and all(_are_ids(pair) and len(pair) == 2 for pair in value)


def _are_check_lines(value: object) -> bool:
    return isinstance(value, list) and all(_is_check_line(line) for line in value)


def _is_check_line(value: object) -> bool:
    if not isinstance(value, dict) or not _are_ids(value.get("subjects", [])):
        return False
    note = value.get("note", "")
    words = all(_is_word(value.get(part, "")) for part in ("code", "state", "reason"))
    return words and isinstance(note, str) and len(note) <= LONGEST_NOTE


PARTS: dict[str, Callable[[object], bool]] = {
    "sets": _are_sets,
    **dict.fromkeys(REFINEMENTS, _are_refinements),
    "looks": _are_looks,
    "labels": _are_words,
    "active_set": _is_number,
    "verdict": _is_word,
    "challenge": _is_word,
    "unsure": _is_flag,
    "place": _is_object,
    "bookmarks": are_bookmarks,
    "saved_by": _is_saved_by,
    "contradictions": _are_pairs,
    "check": _are_check_lines,
}
SENTENCES: dict[str, Callable[[], str]] = {
    "sets": lambda: _("Write a list of evidence sets, each a list of element ids."),
    "dropped": lambda: _("Write a list beside the sets: of each element, the ids dropped from its context."),
    "added": lambda: _("Write a list beside the sets: of each element, the ids added to its context."),
    "joined": lambda: _("Write a list beside the sets: of each sentence, the id of the one that goes on with it."),
    "looks": lambda: (
        _("Write a list beside the sets: a name of at most %(most)d characters and a colour.")
        % {"most": LONGEST_SET_NAME}
    ),
    "labels": lambda: _("Write a list beside the sets: the label of each, or an empty text."),
    "active_set": lambda: _("Write the number of a set, counted from 0."),
    "verdict": lambda: _("Write a verdict, or an empty text."),
    "challenge": lambda: _("Write a challenge, or an empty text."),
    "unsure": lambda: _("Write true or false."),
    "place": lambda: _("Write an object: a title, a search, or nothing."),
    "bookmarks": bookmarks_sentence,
    "saved_by": lambda: _("Write an object: a browser, and how many changes it has made."),
    "contradictions": lambda: _("Write a list of pairs of element ids."),
    "check": lambda: _("Write a list of lines: code, subjects, state, reason and note."),
}
