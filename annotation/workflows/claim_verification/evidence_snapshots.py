"""Which verdicts rest on evidence that changed, read from the database a batch at a time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from django.db.models import Prefetch

from annotation.projects.models import Project
from annotation.workflows.claim_verification.evidence_check import Finding, KnownPage, Pin, Status, check
from annotation.workflows.claim_verification.models import Evidence, EvidenceSet, Verification
from corpus.models import Corpus
from corpus.page_json import page_from_json
from corpus.store import leading_to, page_json_of

BATCH = 50  # verifications, with the text of the pages they rest on


@dataclass(frozen=True, slots=True)
class Checked:
    """One current verification with what became of the evidence of each of its sets."""

    verification: int
    claim: int
    text: str
    verdict: str
    sets: tuple[tuple[Finding, ...], ...]

    @property
    def findings(self) -> list[Finding]:
        return [finding for each in self.sets for finding in each]

    @property
    def intact(self) -> int:
        """How many of the sets have nothing that changed."""
        return sum(all(finding.status is Status.UNCHANGED for finding in each) for each in self.sets)

    @property
    def is_unchanged(self) -> bool:
        return self.intact == len(self.sets)


@dataclass(slots=True)
class Totals:
    """Counts over all verdicts; filled while they are read."""

    verdicts: int = 0
    changed: int = 0
    evidence: Counter[Status] = field(default_factory=Counter)


def checked(project: Project, against: Corpus | None, totals: Totals) -> Iterator[Checked]:
    """Every current verification of the project, in the order they came in.

    Its evidence is looked for in `against`; None: in the project's own corpus, where only what is pinned counts. Six
    queries a batch, and a few more where titles redirect.
    """
    after = 0
    sets = EvidenceSet.objects.order_by("position").prefetch_related(
        Prefetch("evidence", Evidence.objects.order_by("position"))
    )
    current = Verification.objects.filter(claim__project=project, claim__phase=0, is_current=True)
    current = current.select_related("claim")
    while batch := list(
        current.filter(pk__gt=after).order_by("pk").prefetch_related(Prefetch("evidence_sets", sets))[:BATCH]
    ):
        pages = _Pages(project.corpus, against, batch)
        for verification in batch:
            found = _checked(verification, pages)
            totals.verdicts += 1
            totals.changed += not found.is_unchanged
            totals.evidence.update(finding.status for finding in found.findings)
            yield found
        after = batch[-1].pk


class _Pages:
    """The pages that a batch rests on, then and now, as text; they are parsed when one of them is asked for."""

    def __init__(self, corpus: Corpus, against: Corpus | None, batch: list[Verification]) -> None:
        sets = [each for verification in batch for each in verification.evidence_sets.all()]
        titles = {one.page_title for each in sets for one in each.evidence.all()}
        self._goals = {title: goal for title, (goal, _) in leading_to(against or corpus, titles).items()}
        self._now = page_json_of(against or corpus, set(self._goals.values()))
        self._then = page_json_of(corpus, titles) if against is not None else {}

    def now(self, title: str) -> KnownPage | None:
        """The page that the title leads to in the snapshot that is looked at."""
        data = self._now.get(self._goals.get(title, ""))
        return None if data is None else _known(data)

    def then(self, title: str) -> KnownPage | None:
        """The page in the corpus it was chosen in."""
        data = self._then.get(title)
        return None if data is None else _known(data)


@lru_cache(maxsize=16)
def _known(data: str) -> KnownPage:
    return KnownPage(page_from_json(json.loads(data)))


def _checked(verification: Verification, pages: _Pages) -> Checked:
    def finding(one: Evidence) -> Finding:
        # What the verifier dropped stood around it all the same.
        pin = Pin(one.element_id, one.page_title, (*one.context, *one.dropped), one.content_hash)
        return check(pin, pages.now(one.page_title), pages.then(one.page_title))

    return Checked(
        verification=verification.pk,
        claim=verification.claim.pk,
        text=verification.claim.text,
        verdict=verification.verdict,
        sets=tuple(tuple(map(finding, each.evidence.all())) for each in verification.evidence_sets.all()),
    )
