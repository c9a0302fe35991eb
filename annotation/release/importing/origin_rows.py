"""Parse a line of origins.jsonl: how a claim came about, and the side it stands on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.release.importing.lines import Line
from annotation.release.importing.parsed import BadRow, ParsedHighlight, ParsedOrigin
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.vocabulary.labels import ClaimType, Mutation

LARGEST_NUMBER = 2**53
LONGEST_CHALLENGE, LONGEST_TITLE = 40, 512


def origin_of(line: Line) -> tuple[ParsedOrigin, Any]:
    """The origin of the claim, and its split. Raises BadRow, which names the line."""
    try:
        return _origin(line.row), line.row.get("split")
    except BadRow as bad:
        raise BadRow(f"{line.place}: {bad}") from bad


def _origin(row: Mapping[str, Any]) -> ParsedOrigin:
    return ParsedOrigin(
        claim_type=_word(row, "claim_type", [one.value for one in ClaimType]),
        mutation=_word(row, "mutation", [one.value for one in Mutation]),
        mutated_claim=_number(row, "mutated_claim"),
        intended_label=_short(row, "intended_label", LONGEST_VALUE),
        expected_challenge=_short(row, "expected_challenge", LONGEST_CHALLENGE),
        writer=_short(row, "writer", LONGEST_TITLE),
        highlight=_highlight(row.get("highlight")),
    )


def _highlight(value: Any) -> ParsedHighlight | None:
    if value is None:
        return None
    row = value if isinstance(value, Mapping) else {}
    number, elements = _number(row, "id"), row.get("elements")
    kind, page = _word(row, "kind", HighlightKind.values), _short(row, "page", LONGEST_TITLE)
    if number is None or not kind or not page or not isinstance(elements, list):
        raise BadRow(_("highlight: want {id, kind, page, elements}; take the file from the release again"))
    return ParsedHighlight(number, kind, page, tuple(map(str, elements)))


def _word(row: Mapping[str, Any], name: str, known: Collection[str]) -> str:
    value = row.get(name) or ""
    if value not in ["", *known]:
        raise BadRow(_("%(field)s: not a known word; take the file from the release again") % {"field": name})
    return str(value)


def _short(row: Mapping[str, Any], name: str, most: int) -> str:
    value = row.get(name) or ""
    if not isinstance(value, str) or len(value) > most:
        words = _("%(field)s: not a text of at most %(most)d characters; take the file from the release again")
        raise BadRow(words % {"field": name, "most": most})
    return value


def _number(row: Mapping[str, Any], name: str) -> int | None:
    value = row.get(name)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_NUMBER):
        return value
    raise BadRow(_("%(field)s: not a whole number; take the file from the release again") % {"field": name})
