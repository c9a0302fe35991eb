"""Completeness rules of the claims of a sentence and their mutations. Pure. `hints` judges their quality."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.claims.text_rules import cleaned, text_problems
from annotation.workflows.sentence_claims.mutation_types import TYPES
from annotation.workflows.sentence_claims.settings import Settings

Problems = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class WrittenClaim:
    """A claim and its mutations by type, each once, cleaned."""

    text: str
    mutations: Mapping[str, tuple[str, ...]]

    @property
    def lines(self) -> int:
        """The number of originals and mutations."""
        return 1 + sum(map(len, self.mutations.values()))

    def to_json(self) -> dict[str, Any]:
        """As in the body of a draft."""
        return {"text": self.text, "mutations": {kind: list(lines) for kind, lines in self.mutations.items()}}


def written(claims: Sequence[Mapping[str, Any]]) -> tuple[WrittenClaim, ...]:
    """Clean what was sent: equal lines of a box are one, empty ones none."""
    return tuple(
        WrittenClaim(
            cleaned(claim["text"]),
            {
                kind: tuple(dict.fromkeys(line for line in map(cleaned, lines) if line))
                for kind, lines in claim["mutations"].items()
                if any(map(cleaned, lines))
            },
        )
        for claim in claims
    )


def problems(claims: Sequence[WrittenClaim], settings: Settings) -> Problems:
    """Field -> what is wrong with it: "claims", "claims.0.text", "claims.0.negate". Empty when they may be submitted.

    How few claims there are is the writer's to decide, one at least; `least_claims` is asked for by the page.
    """
    found = defaultdict[str, list[str]](list)
    if not claims:
        found["claims"].append(_("Write at least one claim, or skip this sentence."))
    if len(claims) > settings.most_claims:
        counts = {"count": len(claims), "most": settings.most_claims}
        found["claims"].append(_("These are %(count)d claims; %(most)d are the most. Remove the weakest.") % counts)
    first: dict[str, int] = {}
    for number, claim in enumerate(claims):
        messages = text_problems(claim.text)
        same = first.setdefault(claim.text.casefold(), number)
        if claim.text and same != number:
            messages.append(_("This is the same as claim %(number)d. Remove one of them.") % {"number": same + 1})
        if messages:
            found[f"claims.{number}.text"] += messages
        for kind, lines in claim.mutations.items():
            if messages := _problems_of_box(number, claim.text, kind, lines, settings):
                found[f"claims.{number}.{kind}"] += messages
    return dict(found)


def _problems_of_box(number: int, claim: str, kind: str, lines: Sequence[str], settings: Settings) -> list[str]:
    box = next((one for one in settings.boxes if one.type == kind), None)
    if box is None:
        known = ", ".join(str(TYPES[one].name) for one in settings.types)
        return [_("This project has no box “%(box)s”. There are: %(known)s.") % {"box": kind[:40], "known": known}]
    name, messages = TYPES[kind].name, []
    if len(lines) > box.most:
        values = {"box": name, "number": number + 1, "count": len(lines), "most": box.most}
        message = _("“%(box)s” of claim %(number)d has %(count)d lines; %(most)d are the most. Keep the best ones.")
        messages.append(message % values)
    for line in lines:
        if line.casefold() == claim.casefold():
            messages.append(_("“%(box)s”: this is the claim itself. Change it.") % {"box": name})
        messages += text_problems(line)
    return list(dict.fromkeys(messages))
