"""Classify parts of a rendered page that are not article text, by the reasons of the import report."""

from __future__ import annotations

import re

_FRAME = "part of the page's frame"
_TAGS = {
    **dict.fromkeys("script style template noscript".split(), "script or style"),
    **dict.fromkeys("figure audio video object iframe svg map canvas img".split(), "picture or media"),
    **dict.fromkeys("form input button select textarea".split(), "form"),
}
_CLASSES = {
    **dict.fromkeys("reference mw-ref autonumber".split(), "footnote marker"),
    **dict.fromkeys("Inline-Template Template-Fact asof-tag".split(), "editors' note in the text"),
    **dict.fromkeys("mw-editsection editsection editlink mw-editsection-like".split(), "edit link"),
    **dict.fromkeys(
        "navbox vertical-navbox sidebar navbar succession-box portal portalbox portal-bar portalbox-bar sistersitebox "
        "side-box navbox-styles authority-control mw-authority-control taxobar".split(),
        "navigation box",
    ),
    **dict.fromkeys("ambox ombox tmbox cmbox fmbox imbox dmbox mbox-small stub".split(), "message box"),
    **dict.fromkeys("reflist references mw-references-wrap mw-references".split(), "list of references"),
    **dict.fromkeys("toc mw-toc toc-level".split(), "table of contents"),
    **dict.fromkeys("thumb thumbinner tmulti gallery mw-gallery-traditional locmap".split(), "picture or media"),
    **dict.fromkeys("mw-kartographer-container mw-tmh-player timeline-wrapper".split(), "picture or media"),
    **dict.fromkeys(
        "geo-nondefault geo-multi-punct sortkey printonly visualhide mw-empty-elt mw-collapsible-toggle".split(),
        "hidden text",
    ),
    **dict.fromkeys("error mw-ext-cite-error mw-broken-media scribunto-error".split(), "error message"),
    **dict.fromkeys(
        "catlinks printfooter mw-jump-link mw-indicators mw-indicator persondata metadata shortdescription noprint "
        "magnify topicon mw-authority-control mw-data-after-content".split(),
        _FRAME,
    ),
}
_IDS = {
    "coordinates": "coordinates of the page",
    "toc": "table of contents",
    "catlinks": _FRAME,
    "siteSub": _FRAME,
    "contentSub": _FRAME,
    "jump-to-nav": _FRAME,
    "persondata": _FRAME,
}
_TYPES = {
    "mw:Extension/ref": "footnote marker",
    "mw:Extension/references": "list of references",
    "mw:Extension/templatestyles": "script or style",
    "mw:Extension/imagemap": "picture or media",
    **dict.fromkeys(
        "mw:Extension/gallery mw:Extension/timeline mw:Extension/score mw:Extension/graph".split(), "picture or media"
    ),
    **dict.fromkeys("mw:Extension/mapframe mw:Extension/maplink".split(), "picture or media"),
}
_MEDIA_TYPE = re.compile(r"mw:(?:File|Image|Video|Audio)(?:$|/)")
_PICTURE_BOXES = frozenset("floatleft floatright floatnone".split())  # of div: tables have these classes too
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_OPENED_BY_A_CLICK = frozenset("NavContent mw-collapsible-content".split())
_KEPT = frozenset(("ForceAgeToShow",))  # not for print, yet readers of the page see it


def exclusion_reason(tag: str, attributes: dict[str, str], classes: list[str]) -> str | None:
    """Why this element and all in it are left out; None if they are kept."""
    if tag in _TAGS:
        return _TAGS[tag]
    if not attributes:
        return None
    if "style" in attributes and _HIDDEN.search(attributes["style"]) and _OPENED_BY_A_CLICK.isdisjoint(classes):
        return "hidden text"
    if "hidden" in attributes:
        return "hidden text"
    if found := _IDS.get(attributes.get("id", "")):
        return found
    for name in attributes.get("typeof", "").split():
        if name in _TYPES or _MEDIA_TYPE.match(name):
            return _TYPES.get(name, "picture or media")
    if found := _reason_of_classes(classes):
        return found
    return "picture or media" if tag == "div" and not _PICTURE_BOXES.isdisjoint(classes) else None


def _reason_of_classes(classes: list[str]) -> str | None:
    """The most telling class: banners and boxes of all kinds are "metadata" or "noprint" besides."""
    reasons = [_CLASSES[name] for name in classes if name in _CLASSES] if _KEPT.isdisjoint(classes) else []
    return next((each for each in reasons if each != _FRAME), reasons[0] if reasons else None)
