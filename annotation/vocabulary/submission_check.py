"""The check before a verification is submitted: its lines, and the reasons for dismissing each. Pure: data alone."""

from __future__ import annotations

from enum import StrEnum

from annotation.vocabulary.texts import Text
from annotation.vocabulary.texts import gettext_lazy as _

LONGEST_NOTE = 500
MOST_SUBJECTS = 50  # of one line
LONGEST_SUBJECT = 600


class CheckMode(StrEnum):
    """Whether verifiers of a project see the check."""

    OFF = "off"
    ON = "on"
    RANDOM = "random"


class CheckCode(StrEnum):
    """A line of the check. There is one of each at most; its subjects say what it is about."""

    HEADER = "header"  # header cells that were left out of the context of a chosen cell
    PART = "part"  # names, numbers and dates of the claim that no card has
    PAGE = "page"  # titles of pages that were never opened
    SEARCH = "search"  # a verdict about the whole corpus, and no search; without subjects
    OPPOSITE = "opposite"  # elements with the same subject and another value


class LineState(StrEnum):
    """What became of a line: `SHOWN` and left, dismissed with a reason, gone after a change; `SILENT` was not shown."""

    SHOWN = "shown"
    DISMISSED = "dismissed"
    ACTED = "acted"
    SILENT = "silent"


OTHER = "other"
_OTHER = {OTHER: _("Another reason")}
# Line -> value -> reason for dismissing it. Values are stored; add new ones, do not change the meaning of old ones.
REASONS: dict[CheckCode, dict[str, Text]] = {
    CheckCode.HEADER: {
        "not_its_header": _("It is no header of this cell"),
        "clear_without": _("The cell is clear without it"),
        **_OTHER,
    },
    CheckCode.PART: {
        "other_words": _("The evidence says it in other words"),
        "follows": _("It follows from the evidence"),
        **_OTHER,
    },
    CheckCode.PAGE: {
        "not_about": _("It is not about the claim"),
        "enough": _("The evidence is enough without it"),
        **_OTHER,
    },
    CheckCode.SEARCH: {
        "read_enough": _("What I read is enough"),
        "nothing_to_search": _("There is nothing else to search for"),
        **_OTHER,
    },
    CheckCode.OPPOSITE: {
        "other_thing": _("It is about something else"),
        "same": _("It says the same"),
        "other_time": _("It is of another time"),
        **_OTHER,
    },
}
