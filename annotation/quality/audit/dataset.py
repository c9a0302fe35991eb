"""Rows that the audit is computed from, each kind read once, on first use."""

from __future__ import annotations

from functools import cached_property

from annotation.projects.models import Project
from annotation.quality.agreement.items import Item
from annotation.quality.agreement.queries import items_of
from annotation.quality.audit.durations import Timed
from annotation.quality.audit.evidence import chosen_evidence, places_of, types_of
from annotation.quality.audit.feature_table import FeatureTable
from annotation.quality.audit.phrases import frequent_phrases
from annotation.quality.audit.pmi import LEAST_COUNT
from annotation.quality.audit.positions import Chosen
from annotation.quality.audit.queries import Verified, submitted, times, verified
from annotation.quality.audit.released import released
from annotation.work.counted import counted
from annotation.work.registry import kinds_on_claims
from annotation.workflows.models import Verification


class AuditDataset:
    """Rows of a project, read lazily."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._times: dict[str, list[Timed]] = {}

    @cached_property
    def items(self) -> list[Item]:
        """Every claim that several people verified, by id."""
        return items_of(self.project)

    @cached_property
    def verified(self) -> list[Verified]:
        """Every current verification with its claim, by id."""
        return verified(self.project)

    @cached_property
    def evidence(self) -> dict[int, list[Chosen]]:
        """Verification -> what it rests on; what has no evidence is not there."""
        return chosen_evidence(self.project)

    @property
    def chosen(self) -> list[Chosen]:
        """All that verifications rest on."""
        return [one for each in self.evidence.values() for one in each]

    @cached_property
    def released(self) -> list[Verified]:
        """Every claim that the rule of the release chooses, once, by claim."""
        return released(self.project, self.verified)

    @cached_property
    def phrases(self) -> FeatureTable:
        """The phrases of each of `released` that are frequent enough to be looked at."""
        return frequent_phrases((row.text for row in self.released), LEAST_COUNT)

    @cached_property
    def places(self) -> FeatureTable:
        """Where the evidence of each of `released` stands."""
        return places_of(self.project, [row.verification for row in self.released])

    @cached_property
    def types(self) -> dict[int, str]:
        """Verification -> sentences, cells or both; what has no evidence is not there."""
        return types_of(self.project)

    def forget_phrases(self) -> None:
        """Give their memory back; they are found again when asked for."""
        self.__dict__.pop("phrases", None)

    def times(self, kind: str) -> list[Timed]:
        """How long each finished piece of work of this kind took."""
        if kind not in self._times:
            self._times[kind] = times(submitted(self.project, kind))
        return self._times[kind]

    @cached_property
    def seconds(self) -> dict[int, float]:
        """Verification -> active seconds of the work that it came from."""
        taken = {one.number: one.seconds for kind in kinds_on_claims() for one in self.times(kind)}
        current = Verification.objects.filter(
            counted("submission__"), submission__assignment__project=self.project
        ).order_by()
        return {
            pk: taken[number] for pk, number in current.values_list("pk", "submission__assignment") if number in taken
        }
