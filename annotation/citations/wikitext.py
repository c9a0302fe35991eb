"""A source as wikitext: {{cite web}} with every value made harmless. Pure; nothing is sent anywhere."""

from __future__ import annotations

import re
from datetime import date
from urllib.parse import quote

from annotation.citations.decisions import AcceptedSource
from corpus.web.addresses import is_web_address, unarchived

# What ends a value, opens a template, link, tag or signature, or is read as bold: as the character it stands for.
_ENTITIES = {
    "&": "&amp;",
    "|": "{{!}}",
    "{": "&#123;",
    "}": "&#125;",
    "[": "&#91;",
    "]": "&#93;",
    "<": "&lt;",
    ">": "&gt;",
    "'": "&#39;",
    "~": "&#126;",
}
_TABLE = str.maketrans(_ENTITIES)
_IN_ADDRESS = "!#$%&()*+,-./:;=?@_~"  # what stays of an address; quote() keeps letters and digits
_STAMP = re.compile(r"/(?P<stamp>(?:19|20)\d{6})\d{0,6}(?:[a-z]{2}_)?/https?:", re.IGNORECASE)
_WORDS_AROUND = 10


def cite_web(source: AcceptedSource, *, accessed: date, wiki_language: str = "") -> str:
    """Return `<ref>{{cite web |...}}</ref>` of a source; dates in ISO 8601. A field that is not known is left out.

    `wiki_language`: no language is given for sources in it.
    """
    imported = source["url"]
    address = unarchived(imported)
    archive = imported if address != imported else ""
    language = source["language"] if source["language"] != wiki_language else ""
    fields = [
        ("url", address_value(address)),
        ("title", value(source["title"])),
        ("website", value(source["website"])),
        ("date", value(source["published"])),
        ("language", value(language)),
        ("archive-url", address_value(archive)),
        ("archive-date", (_day_of(archive) or value(source["retrieved"])) if archive else ""),
        ("access-date", accessed.isoformat()),
    ]
    return "<ref>{{cite web " + " ".join(f"|{name}={text}" for name, text in fields if text) + "}}</ref>"


def value(text: str) -> str:
    """A value of a template's field: on one line, and nothing in it is markup."""
    return " ".join(text.split()).translate(_TABLE)


def address_value(url: str) -> str:
    """An address as the value of a field, "" for what is no address of the web (javascript:, data:)."""
    return quote(url.strip(), safe=_IN_ADDRESS) if is_web_address(url) else ""


def words_around(claim: str, offset: int) -> tuple[str, str]:
    """The words of a claim before its mark, which it follows, and those after it."""
    before, after = claim[:offset].split(), claim[offset:].split()
    return " ".join(before[-_WORDS_AROUND:]), " ".join(after[:_WORDS_AROUND])


def _day_of(archived: str) -> str:
    """The day in the address of an archived copy; "" where it names none."""
    found = _STAMP.search(archived)
    if found is None:
        return ""
    stamp = found["stamp"]
    try:
        return date(int(stamp[:4]), int(stamp[4:6]), int(stamp[6:])).isoformat()
    except ValueError:
        return ""
