"""Message boxes of a rendered page that raise a `Flag`; `corpus.templates.flags` does the same for templates."""

from __future__ import annotations

import re

from corpus.syntax.parser_state import Flag
from corpus.templates.call import Call
from corpus.templates.flags import flag_of

# The template's name: "box-More_citations_needed" today, "ambox-Refimprove" in older HTML.
_NAME = re.compile(r"(?:am)?box-(?P<name>.+)")
_OF_SECTION = re.compile(r"\s*this\s+(?:sub-?)?section\b", re.IGNORECASE)
_CONTENT = "ambox-content"  # orange: the content has issues
_SMALL = re.compile(r"mbox-small")  # "This section is empty": about what is missing, not about what is there
_NO_NAMES = frozenset("ambox-content ambox-style ambox-notice ambox-move ambox-protection ambox-delete".split())


def banner_flag(classes: list[str], text: str, language: str) -> Flag | None:
    """The flag that an element of class "ambox" raises, `text` being its words; None for any other banner."""
    matches = (_NAME.fullmatch(name) for name in classes if name.lower() not in _NO_NAMES)
    names = [match["name"].replace("_", " ").lower() for match in matches if match]
    found = (flag_of(Call(name, {}, "", lambda _: ""), language) for name in names)
    flag = next(filter(None, found), None)
    if flag is None and not names and _CONTENT in classes and not any(map(_SMALL.match, classes)):
        flag = Flag("page", "issues with the content")
    if flag is not None and _OF_SECTION.match(text):
        return Flag("section", flag.reason)
    return flag
