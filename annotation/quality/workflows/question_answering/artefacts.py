"""What the words of claims alone give away of their verdict: of the claims that the release rule publishes."""

from __future__ import annotations

from annotation.projects.models import Project
from annotation.quality.audit.classifier import MOST_CLAIMS, Sample, sample
from annotation.quality.audit.cue_bigrams import CueBigram, cue_bigrams
from annotation.quality.audit.dataset import AuditDataset
from annotation.workflows.question_answering.models import NormalisedClaim
from annotation.workflows.question_answering.release_rule import outcomes

TOP = 12


def published(project: Project) -> list[tuple[str, str, int]]:
    """Text, verdict and article of every claim that is published, by claim."""
    verdicts = {claim: one.verdict for claim, one in outcomes(project) if not one.left_out}
    if not verdicts:
        return []
    claims = NormalisedClaim.objects.filter(article__project=project, is_current=True).order_by("pk")
    rows = claims.values_list("pk", "text", "article")
    return [(text, verdicts[pk], article) for pk, text, article in rows if pk in verdicts]


def claim_bigrams(rows: AuditDataset) -> list[CueBigram]:
    """The bigrams that go with each verdict, as those of other claims (`cue_bigrams`)."""
    return cue_bigrams(((text, verdict) for text, verdict, _article in published(rows.project)), top=TOP)


def claim_sample(project: Project, most: int = MOST_CLAIMS) -> Sample:
    """The claims for the claim-only classifier; those of one article are in one fold."""
    found = published(project)
    columns = [list(column) for column in zip(*found, strict=True)] or [[], [], []]
    return sample(*columns, most=most)


SAMPLES = {"fact checks": claim_sample}
