"""Encode items as compact text: decoding it takes a third of the time of reading them from the database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import starmap
from operator import attrgetter
from typing import Any

from annotation.quality.agreement.items import VERDICTS, Item, Rating, place

_claim = attrgetter("claim", "claim_type", "mutation", "expected_challenge", "highlight_kind")


def items_to_text(items: Sequence[Item]) -> str:
    """A JSON list an item: a list of its claim and what is known of it, then a list a rating."""
    rows = [(_claim(item), *map(_encoded, item.ratings)) for item in items]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def items_from_text(text: str) -> list[Item]:
    """The items that `items_to_text` was given."""
    return [Item(claim, tuple(starmap(_decoded, rows)), *known) for (claim, *known), *rows in json.loads(text)]


def _encoded(one: Rating) -> tuple[Any, ...]:
    sets = list(map(sorted, one.evidence))
    return one.verification, one.person, place(one.verdict), one.challenge, one.at.isoformat(), sets


def _decoded(verification: int, person: int, verdict: int, challenge: str, at: str, sets: list[list[str]]) -> Rating:
    evidence = tuple(map(frozenset, sets))
    return Rating(verification, person, VERDICTS[verdict], challenge, evidence, datetime.fromisoformat(at))
