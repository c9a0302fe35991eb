"""Read and write the `[[Target_title|anchor]]` links of stored text (contract (a), "Text conventions").

`links` reads the stored form, and leads its links elsewhere once it is known which pages there are. Turning wikitext
links into it is `corpus.syntax.wikilinks`' work.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from corpus.page.element_id import BadTitle, normalise_title

LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")

# The same in page JSON text. Unescaped quotes stand only where strings end, so no match reaches beyond its string,
# and the brackets of a table's rows ("[[{") are none.
_IN_JSON = re.compile(r'\[\[(?!\])([^\[\]|"\\]*(?:\\.[^\[\]|"\\]*)*)(?:\|([^\[\]"\\]*(?:\\.[^\[\]"\\]*)*))?\]\]')
_FORBIDDEN = re.compile(r"[\[\]{}<>|\x00-\x1f]")


def split_links(text: str) -> list[tuple[str, str | None]]:
    """The text as (shown text, title of the linked page or None) pieces, none of them empty.

    Joining the first members gives `plain_text(text)`.
    """
    pieces: list[tuple[str, str | None]] = []
    end = 0
    for match in LINK.finditer(text):
        if match.start() > end:
            pieces.append((text[end : match.start()], None))
        if anchor := _anchor(match):
            pieces.append((anchor, linked_title(match[1])))
        end = match.end()
    if end < len(text):
        pieces.append((text[end:], None))
    return pieces


def plain_text(value: str) -> str:
    """The text as it reads, every link reduced to its anchor."""
    return LINK.sub(_anchor, value) if "[[" in value else value


def _anchor(match: re.Match[str]) -> str:
    return match[2] if match[2] is not None else match[1].replace("_", " ")


@lru_cache(maxsize=50_000)  # a corpus links to the same titles again and again
def linked_title(target: str) -> str | None:
    """Normalise a link target to the name of a page or redirect; None if it cannot be one."""
    try:
        return normalise_title(target)
    except BadTitle:
        return None


def targets_in_json(text: str) -> set[str]:
    """Targets of the links of page JSON text, as written there: `Target_title#fragment`, escaped as in JSON."""
    return {target for target, _ in links_in_json(text)}


def links_in_json(text: str) -> set[tuple[str, str]]:
    """Target and anchor of the links of page JSON text, both as written there; no anchor is ""."""
    return set(_IN_JSON.findall(text)) if "[[" in text else set()


def unescaped(written: str) -> str:
    """Text as it reads, of a piece of a string in JSON text."""
    text: str = json.loads(f'"{written}"') if "\\" in written else written
    return text


def target_of(written: str) -> tuple[str | None, str]:
    """Split one of `targets_in_json` into title (None: there is none) and fragment."""
    name, _, fragment = unescaped(written).partition("#")
    return name.replace("_", " ").strip() or None, fragment


def written_target(title: str, fragment: str) -> str | None:
    """A target as page JSON text writes it; None when no link can hold it."""
    text = "_".join(title.split()) + (f"#{'_'.join(fragment.split())}" if fragment else "")
    return None if _FORBIDDEN.search(text) else json.dumps(text, ensure_ascii=False)[1:-1]


def relinked(text: str, goals: Mapping[str, str | None], counts: Counter[str]) -> str:
    """Page JSON text with every link led to its goal; one without a goal becomes its anchor text.

    `goals` gives for each of `targets_in_json` the target to write. Counts "kept", "resolved" and "dropped" links.
    """

    def lead(match: re.Match[str]) -> str:
        written, anchor = match.groups()
        goal = goals[written]
        if goal == written:
            counts["kept"] += 1
            return match[0]
        shown = anchor if anchor is not None else written.replace("_", " ")
        if goal is None:
            counts["dropped"] += 1
            return shown
        counts["resolved"] += 1
        return f"[[{goal}]]" if goal == shown else f"[[{goal}|{shown}]]"

    return _IN_JSON.sub(lead, text)
