"""Who must not meet which claim: an oracle annotator never one they wrote or had as a verifier, and the other way."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, Task
from annotation.workflows.claim_verification.eligibility import exclude_own_claims
from annotation.workflows.kinds import TaskKind

OF_CLAIM = "oracle_item__claim__verification_item__task"


def exclude_met_claims(person: User, project: Project) -> Q:
    """Oracle tasks of claims that the person may not verify or was assigned as a verifier, and of claims that are
    withdrawn or gold."""
    drawn = Task.objects.filter(project=project, kind=TaskKind.CLAIM_VERIFICATION, hidden_item__kind="oracle")
    own = drawn.filter(exclude_own_claims(person, project))
    had = Assignment.objects.filter(person=person, task=OuterRef(OF_CLAIM))
    closed = ~Q(**{f"{OF_CLAIM}__phase": Phase.PRODUCTION}) | Q(**{f"{OF_CLAIM}__withdrawn_at__isnull": False})
    return Q(**{f"{OF_CLAIM}__in": own.values("pk")}) | Q(Exists(had)) | closed
