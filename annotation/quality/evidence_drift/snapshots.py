"""Find verdicts whose evidence changed, reading the database in batches."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from annotation.projects.models import Project
from annotation.quality.evidence_drift.cited_evidence import Said, how_many, said_in
from annotation.quality.evidence_drift.comparison import Finding, KnownPage, Pin, Status, check
from corpus.models import Corpus
from corpus.page.page_json import page_from_json
from corpus.store import leading_to, page_json_of

Progress = Callable[[int, int], None]  # verdicts looked at, of how many


@dataclass(frozen=True, slots=True)
class Checked:
    """A verdict with what became of the evidence of each of its sets."""

    said: Said
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

    @property
    def kinds(self) -> frozenset[Status]:
        """What became of its evidence, without what did not change."""
        return frozenset(finding.status for finding in self.findings) - {Status.UNCHANGED}


@dataclass(slots=True)
class Totals:
    """Counts over all verdicts; filled while they are read. `by_kind`: verdicts with evidence of which that is so."""

    verdicts: int = 0
    changed: int = 0
    evidence: Counter[Status] = field(default_factory=Counter)
    by_kind: Counter[Status] = field(default_factory=Counter)


def checked(
    project: Project, against: Corpus | None, totals: Totals, progress: Progress = lambda _done, _of: None
) -> Iterator[Checked]:
    """Every current verification of the project in the order they came in, then every adjudication that holds.

    Its evidence is looked for in `against`; None: in the project's own corpus, where only what is pinned counts. Six
    queries a batch, and a few more where titles redirect.
    """
    number = how_many(project)
    for batch in said_in(project):
        pages = _Pages(project.corpus, against, batch)
        for said in batch:
            found = _checked(said, pages)
            totals.verdicts += 1
            totals.changed += not found.is_unchanged
            totals.evidence.update(finding.status for finding in found.findings)
            totals.by_kind.update(found.kinds)
            yield found
        progress(totals.verdicts, number)


class _Pages:
    """The pages that a batch rests on, then and now, as text; they are parsed when one of them is asked for."""

    def __init__(self, corpus: Corpus, against: Corpus | None, batch: Sequence[Said]) -> None:
        titles = {pin.page_title for said in batch for each in said.sets for pin in each}
        self._goals = {title: goal for title, (goal, _) in leading_to(against or corpus, titles).items()}
        self._now = page_json_of(against or corpus, set(self._goals.values()))
        self._then = page_json_of(corpus, titles) if against is not None else {}

    def now(self, title: str) -> KnownPage | None:
        """The page that the title leads to in the snapshot that is looked at."""
        return _known(self._now.get(self._goals.get(title, "")))

    def then(self, title: str) -> KnownPage | None:
        """The page in the corpus it was chosen in."""
        return _known(self._then.get(title))


@lru_cache(maxsize=16)
def _known(data: str | None) -> KnownPage | None:
    return None if data is None else KnownPage(page_from_json(json.loads(data)))


def _checked(said: Said, pages: _Pages) -> Checked:
    def finding(pin: Pin) -> Finding:
        return check(pin, pages.now(pin.page_title), pages.then(pin.page_title))

    return Checked(said, tuple(tuple(map(finding, each)) for each in said.sets))
