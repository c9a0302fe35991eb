"""Blindness: which sentences a person must not write from, and which claims they must not verify."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.models import Assignment, AssignmentState
from annotation.workflows.claim_verification.models import VerificationItem
from annotation.workflows.sentence_claims.models import SentenceClaim
from annotation.workflows.sentence_claims.sampling.sample import SLUG

GIVEN_UP = (AssignmentState.RELEASED, AssignmentState.SKIPPED)


def exclude_seen_sentences(person: User, project: Project) -> Q:
    """Sentences of which the person was given a claim to verify: what they wrote now would be their own work."""
    given = Assignment.objects.filter(person=person, task=OuterRef("task"))
    of_sentence = VerificationItem.objects.filter(claim__sentence_claims__work__sentence=OuterRef("pk"))
    return Q(Exists(of_sentence.filter(Exists(given))))


def own_sentences(person: User, project: Project) -> Q:
    """Verification tasks of claims from sentences that the person wrote from, holds, or had and has not given up."""
    mine = Assignment.objects.filter(person=person, project=project, kind=SLUG).exclude(state__in=GIVEN_UP)
    if not mine.exists():
        return Q(pk__in=[])  # compiling the condition takes longer than asking whether it is needed
    sentences = SentenceClaim.objects.filter(work__sentence__in=mine.values("task"))
    return Q(Exists(sentences.filter(claim=OuterRef("verification_item__claim"))))
