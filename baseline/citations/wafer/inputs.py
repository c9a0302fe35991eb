"""The `input` of WAFER rows: title [SEP] section [SEP] text with [CIT]; its claim, and the spelling of sections.

No Django: trainings read rows too.
"""

from __future__ import annotations

from collections.abc import Sequence

from baseline.citations.claim import Claim
from baseline.citations.language import language_of_text
from baseline.citations.query import MARK, SEPARATOR

LEAD = "Abstract"  # what KILT calls the text before the first heading
ENDS = (".", "!", "?", '."', ".)")  # of sentences


def section_name(sections: Sequence[str]) -> str:
    """Headings as KILT spells them: "Section::::History.:Early years."."""
    return "Section::::" + ":".join(f"{one}." for one in (sections or (LEAD,)))


def headings(section: str) -> tuple[str, ...]:
    """`section_name` read again; any other text is one heading."""
    start, mark, rest = section.partition("Section::::")
    if start or not mark:
        return (section.strip(),) if section.strip() else ()
    found = tuple(rest.strip().removesuffix(".").split(".:"))
    return () if found == (LEAD,) else tuple(filter(None, found))


def claim_of(text: str) -> Claim:
    """The claim of an `input`: the last sentence before the mark, with the rest of it behind the mark if it goes on."""
    *heads, body = (part.strip() for part in text.split(SEPARATOR))
    cited, _, behind = body.partition(MARK)
    gap = " " if cited[-1:].isspace() or behind[:1].isspace() else ""
    cited, behind = cited.strip(), behind.strip()
    before, end, last = cited[:-1].rpartition(". ")
    own = (last + cited[-1:]) if end else cited
    rest, ends, _ = behind.partition(". ")
    whole = own if cited.endswith(ENDS) or not behind else f"{own}{gap}{rest}{ends}".strip()
    sections = headings(heads[1]) if len(heads) > 1 else ()
    before_it = (f"{before}.",) if end else ()
    return Claim(heads[0] if heads else "", whole, len(own), sections, before_it, language_of_text(body))
