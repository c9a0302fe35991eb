"""Store phase 1: claims as they stand now, and what is submitted as it was. Changes spare claims that went on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, Operation, Submission
from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import (
    Article,
    ClaimText,
    Normalisation,
    NormalisedClaim,
)
from annotation.workflows.question_answering.phases import PhaseName
from annotation.workflows.question_answering.routing import has_begun

OF_CLAIM = (
    *("verdict", "claim_date", "original_claim_url", "speaker", "reporting_source", "transcription", "media_sources"),
    *("location_iso_code", "claim_types", "fact_checking_strategies"),
)
Body = dict[str, Any]


class NormalisationStorage:
    """Content is that of `serializers.NormalisationIn`."""

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> Body:
        claims = [{**claim, "id": str(claim["id"])} for claim in content["claims"]]
        return {"claims": claims, "confirmed": list(content["confirmed"])}

    def missing_operations(self, log: Iterable[Operation], work: Body) -> None:
        """Nothing is replayed from the log."""

    def store(self, submission: Submission, work: Body) -> Normalisation:
        article = submission.assignment.task.article
        label = work["claims"][0]["verdict"]
        stored = Normalisation.objects.create(submission=submission, article=article, body=work, label=label)
        if submission.assignment.task.phase == Phase.PRODUCTION:
            _update_claims(submission, work["claims"])
        return stored

    def load(self, submission: Submission) -> Normalisation:
        return Normalisation.objects.get(submission=submission)

    def explain(self, assignment: Assignment, work: Body, error: Exception) -> None:
        """Ids of claims are unique within an article: a browser makes them at random."""


def left_by(fields: Fields, claim: Mapping[str, Any]) -> str:
    """The name of the first rule by which the claim goes no further; "" where it goes on."""
    return next((one.name for one in fields.leaves if one.when.holds(claim)), "")


def _update_claims(submission: Submission, claims: list[Body]) -> None:
    """Write the claims of an article as they are now. Raises Invalid where one that has gone on would change."""
    assignment = submission.assignment
    fields, article = fields_of(assignment.project), assignment.task.article
    known = {str(one.key): one for one in article.claims.filter(assignment=assignment).select_for_update(no_key=True)}
    problems: dict[str, list[str]] = {}
    for position, claim in enumerate(claims):
        values = {name: claim[name] for name in OF_CLAIM} | {"position": position, "left_by": left_by(fields, claim)}
        stored = known.pop(claim["id"], None)
        if stored is None:
            new_claim(article, claim["id"], claim["claim"], values, submission)
        elif _changes(stored, claim, values):
            if has_begun(stored):
                problems[f"claims.{position}.claim"] = [_gone_on(stored)]
                continue
            for name, value in (values | {"is_current": True}).items():
                setattr(stored, name, value)
            stored.save()
            add_text(stored, submission, claim["claim"])
    for stored in known.values():
        if stored.is_current and has_begun(stored):
            problems.setdefault("claims", []).append(_gone_on(stored))
    if problems:
        raise Invalid(next(iter(problems.values()))[0], problems)
    NormalisedClaim.objects.filter(pk__in=[one.pk for one in known.values()]).update(is_current=False)


def new_claim(
    article: Article, key: str, text: str, values: Mapping[str, Any], submission: Submission | None = None
) -> NormalisedClaim:
    """Create a claim with its first text. `submission`: None for an imported one."""
    assignment = None if submission is None else submission.assignment
    claim = NormalisedClaim.objects.create(article=article, assignment=assignment, key=key, text=text, **values)
    ClaimText.objects.create(claim=claim, submission=submission, number=1, text=text)
    return claim


def normalised_text(claim: NormalisedClaim) -> str:
    """The text of the claim as it left phase 1, before anybody corrected it."""
    by_phase_1 = Q(submission=None) | Q(submission__assignment__kind=PhaseName.NORMALISATION)
    found = claim.texts.filter(by_phase_1).order_by("-number").values_list("text", flat=True).first()
    return claim.text if found is None else found


def add_text(claim: NormalisedClaim, submission: Submission | None, text: str) -> None:
    """Make this the text of the claim, as a version of its own, if it is another one than it had last."""
    newest = claim.texts.order_by("-number").first()
    if newest is not None and newest.text == text and claim.text == text:
        return
    number = 1 if newest is None else newest.number + 1
    ClaimText.objects.create(claim=claim, submission=submission, number=number, text=text)
    if claim.text != text:
        claim.text = text
        claim.save(update_fields=["text"])


def _changes(stored: NormalisedClaim, claim: Body, values: Body) -> bool:
    return (
        not stored.is_current
        or stored.text != claim["claim"]
        or any(getattr(stored, name) != value for name, value in values.items())
    )


def _gone_on(claim: NormalisedClaim) -> str:
    message = _("“%(claim)s” has gone on to the next phase: it stays as it is.")
    return message % {"claim": claim.text[:200]}
