"""Encode items as compact text: decoding it takes a third of the time of reading them from the database."""

from __future__ import annotations

import json
from datetime import datetime

from annotation.quality.agreement.items import VERDICTS, Item, Rating, place


def items_to_text(items: list[Item]) -> str:
    """A JSON list an item: its claim, the fields of the claim, and a list a rating."""
    rows = [
        (
            one.claim,
            one.claim_type,
            one.mutation,
            one.expected_challenge,
            one.highlight_kind,
            *map(_rating, one.ratings),
        )
        for one in items
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def _rating(one: Rating) -> tuple[object, ...]:
    sets = list(map(sorted, one.evidence))
    return one.verification, one.person, place(one.verdict), one.challenge, one.at.isoformat(), sets


def items_from_text(text: str) -> list[Item]:
    """The items that `items_to_text` was given."""
    moment = datetime.fromisoformat
    return [
        Item(
            claim,
            tuple(
                Rating(number, person, VERDICTS[verdict], challenge, tuple(map(frozenset, sets)), moment(at))
                for number, person, verdict, challenge, at, sets in ratings
            ),
            *(claim_type, mutation, expected_challenge, highlight_kind),
        )
        for claim, claim_type, mutation, expected_challenge, highlight_kind, *ratings in json.loads(text)
    ]
