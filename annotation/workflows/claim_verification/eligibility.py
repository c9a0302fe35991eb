"""Which claims a person must not verify: verification is blind (paper, section 3.1.2)."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.work.registry import workflows
from annotation.workflows.kinds import TaskKind

GIVEN_UP = (AssignmentState.RELEASED, AssignmentState.SKIPPED)


# Nested EXISTS, from the highlight inwards: a join makes SQLite scan the person's whole history.
def exclude_own_claims(person: User, project: Project) -> Q:
    """Verification tasks of claims that the person wrote, or of highlights they wrote for or have not given up, and
    those that other workflows keep them from (`Workflow.keeps_from_claims`)."""
    others = {slug: one.keeps_from_claims for slug, one in workflows().items() if one.keeps_from_claims is not None}
    if not _has_written(person, project, [TaskKind.CLAIM_GENERATION, *others]):
        return Q(pk__in=[])  # Django takes longer to compile the subqueries below than to ask whether they are needed
    highlight = OuterRef("verification_item__claim__highlight")
    same_highlight = Claim.objects.filter(author=person, highlight=highlight)
    writing = Assignment.objects.filter(person=person, task=OuterRef("pk")).exclude(state__in=GIVEN_UP)
    written = Task.objects.filter(Exists(writing), generation_item__highlight=highlight)
    own = Q(verification_item__claim__author=person) | Q(Exists(same_highlight)) | Q(Exists(written))
    return reduce(or_, (keeps_from(person, project) for keeps_from in others.values()), own)


def exclude_oracle_claims(person: User, project: Project) -> Q:
    """Verification tasks of claims that the person had as an oracle annotator. No query in projects without oracles."""
    if not project.oracle_share and "oracle_annotation" not in project.workflows:
        return Q(pk__in=[])
    had = Assignment.objects.filter(person=person, task=OuterRef("verification_item__claim__oracle_item__task"))
    return Q(Exists(had))


def _has_written(person: User, project: Project, kinds: list[str]) -> bool:
    """Check whether the person wrote any claim, or was assigned any work of these kinds in the project."""
    writing = Assignment.objects.filter(person=person, project=project, kind__in=kinds)
    claims = Claim.objects.filter(author=person)
    return claims.order_by().values("pk").union(writing.values("pk"), all=True).exists()
