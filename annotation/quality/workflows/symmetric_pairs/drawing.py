"""Draw claims whose contrary is to be written: those of the release that are done with."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import F, QuerySet

from annotation.evidence.excerpts import excerpts
from annotation.evidence.queries import evidence_sets
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.audit.queries import verified
from annotation.quality.audit.released import released
from annotation.vocabulary.label_set import Meaning
from annotation.work.models import KEPT, Assignment, Task
from annotation.workflows.models import VerificationItem
from annotation.workflows.symmetric_pairs.models import Pair
from corpus.page.element_id import ElementKind, parse

MOST_SENTENCES = 3  # of a set: longer evidence is not rewritten by hand
AT_ONCE = 200  # claims whose words are looked up together


@transaction.atomic
def draw(project: Project, size: int, seed: int) -> list[Task]:
    """Create tasks for so many claims, or for as many as there are; a claim is drawn once.

    Drawn at random from the claims that a release would have, with a label that means supports or refutes, evidence of
    few sentences alone, and a verification that nobody has to do any more. The same seed and data give the same draw.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # who draws at the same time comes after
    claims = list(done_with(project))
    random.Random(seed).shuffle(claims)
    made: list[Pair] = []
    for start in range(0, len(claims), AT_ONCE):
        if len(made) >= size:
            break
        made += _pairs(project, claims[start : start + AT_ONCE])
    return Pair.objects.create_tasks(project, made[:size])


def done_with(project: Project) -> QuerySet[VerificationItem, int]:
    """Select claims in production, by id, that were not drawn before and that no verifier has or may still be given."""
    items = VerificationItem.objects.filter(task__project=project, task__phase=0, claim__symmetric_pair=None)
    items = items.filter(task__assigned_count__gte=F("task__required_annotations"))
    held = Assignment.objects.filter(project=project, state__in=KEPT).values("task")
    return items.exclude(task__in=held).order_by("claim").values_list("claim", flat=True)


def _pairs(project: Project, claims: Sequence[int]) -> list[Pair]:
    """The pairs of those of these claims that can be drawn, in their order."""
    labels = label_set_of(project)
    supports, refutes = (labels.meaning(meaning) for meaning in (Meaning.SUPPORTS, Meaning.REFUTES))
    contrary = {supports: refutes, refutes: supports}
    chosen = {
        row.claim: row for row in released(project, verified(project, claims)) if contrary.get(row.verdict) and row.text
    }
    sets = evidence_sets(verification__in=[row.verification for row in chosen.values()])
    found = []
    for claim in claims:
        row = chosen.get(claim)
        first = next(filter(_is_short, sets.get(row.verification, ())), None) if row else None
        if row and first:
            elements = sorted(first, key=lambda one: (parse(one).page, parse(one).numbers))
            pair = Pair(claim_id=claim, text=row.text, element_ids=elements, label=row.verdict)
            pair.contrary = contrary[row.verdict]
            found.append(pair)
    return _with_words(project, found)


def _is_short(elements: Iterable[str]) -> bool:
    parsed = [parse(one) for one in elements]
    return len(parsed) <= MOST_SENTENCES and all(one.kind is ElementKind.SENTENCE for one in parsed)


def _with_words(project: Project, pairs: list[Pair]) -> list[Pair]:
    """Those whose evidence the corpus still has, with its words."""
    found, _unknown = excerpts(project.corpus, (one for pair in pairs for one in pair.element_ids))
    words = {one["id"]: one["text"] for one in found}
    kept = []
    for pair in pairs:
        texts = [words.get(one, "") for one in pair.element_ids]
        if all(texts):
            pair.evidence = " ".join(texts)
            kept.append(pair)
    return kept
