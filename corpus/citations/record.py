"""A citation as a page has it. No Django; stored beside the page by `corpus.citation_store`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Tag(StrEnum):
    """A template behind a mark by which editors doubt a citation, worst first."""

    FAILED_VERIFICATION = "failed_verification"
    NOT_IN_CITATION = "not_in_citation"
    BETTER_SOURCE_NEEDED = "better_source_needed"
    UNRELIABLE_SOURCE = "unreliable_source"
    CITATION_NEEDED = "citation_needed"
    DEAD_LINK = "dead_link"
    OTHER = "other"


class SourceState(StrEnum):
    """What is known of a source; `corpus.models.CitationState` has the words for each."""

    UNRESOLVED = "unresolved"
    AVAILABLE = "available"
    NOT_IMPORTED = "not_imported"
    NO_ADDRESS = "no_address"
    NO_SOURCE = "no_source"
    PAYWALL = "paywall"
    NO_TEXT = "no_text"


@dataclass(frozen=True, slots=True)
class Source:
    """What a mark refers to.

    `template` is the name of the cite template in lower case ("cite web"), "" for other notes. `url`, `archive_url`:
    as written, "" for none (`identifiers.address_of` knows more). `accessed` as written. `fields` are those of the
    template, of other notes their identifiers; `text` the note's plain text.
    """

    url: str = ""
    archive_url: str = ""
    accessed: str = ""
    title: str = ""
    template: str = ""
    text: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Citation:
    """One source behind one mark; a mark with two sources is two of them, {{citation needed}} one without a source.

    `number` counts the citations of the page from 0, in page order. `element_id` is the local id of the sentence, cell,
    caption or item that the mark stands in or behind, `offset` the characters of the element's plain text (links as
    their anchors, NFD) before the mark. `claim` is that plain text. `sections` are the headings above, outermost first.
    """

    number: int
    element_id: str
    offset: int
    claim: str
    sections: tuple[str, ...]
    source: Source | None
    group: str = ""
    name: str = ""
    tags: tuple[Tag, ...] = ()
