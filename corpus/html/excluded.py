"""Classify parts of a rendered page that are not article text, by the reasons of the import report."""

from __future__ import annotations

import re

from corpus.word_lists import groups

_FRAME = "part of the page's frame"


def _reasons(kind: str) -> dict[str, str]:
    """Tag, class, id or type -> why its elements are left out."""
    found = groups("html_excluded.txt").items()
    return {
        name: heading.removeprefix(f"{kind}: ")
        for heading, names in found
        if heading.startswith(kind)
        for name in names
    }


_TAGS, _CLASSES, _IDS, _TYPES = map(_reasons, ("tag", "class", "id", "typeof"))
_MEDIA_TYPE = re.compile(r"mw:(?:File|Image|Video|Audio)(?:$|/)")
_PICTURE_BOXES = frozenset("floatleft floatright floatnone".split())  # of div: tables have these classes too
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_OPENED_BY_A_CLICK = frozenset("NavContent mw-collapsible-content".split())
_KEPT = frozenset(("ForceAgeToShow",))  # not for print, yet readers of the page see it


def exclusion_reason(tag: str, attributes: dict[str, str], classes: list[str]) -> str | None:
    """Reason for excluding this element and all in it; None if they are kept."""
    if tag in _TAGS:
        return _TAGS[tag]
    if not attributes:
        return None
    if is_hidden(attributes) and _OPENED_BY_A_CLICK.isdisjoint(classes):
        return "hidden text"
    if found := _IDS.get(attributes.get("id", "")):
        return found
    for name in attributes.get("typeof", "").split():
        if name in _TYPES or _MEDIA_TYPE.match(name):
            return _TYPES.get(name, "picture or media")
    if found := _reason_of_classes(classes):
        return found
    return "picture or media" if tag == "div" and not _PICTURE_BOXES.isdisjoint(classes) else None


def is_hidden(attributes: dict[str, str]) -> bool:
    """Return whether browsers show nothing of the element."""
    return "hidden" in attributes or bool(_HIDDEN.search(attributes.get("style", "")))


def _reason_of_classes(classes: list[str]) -> str | None:
    """The most telling class: banners and boxes of all kinds are "metadata" or "noprint" besides."""
    reasons = [_CLASSES[name] for name in classes if name in _CLASSES] if _KEPT.isdisjoint(classes) else []
    return next((each for each in reasons if each != _FRAME), reasons[0] if reasons else None)
