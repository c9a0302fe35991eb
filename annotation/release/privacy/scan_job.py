"""Background job that looks for names, mail addresses and phone numbers in everything that a release would publish."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Membership, Project
from annotation.release.privacy.kinds import KINDS, TextKind
from annotation.release.privacy.models import FreeTextChoice, TextFinding
from annotation.release.privacy.scanning import Wanted, find, wanted
from annotation.release.privacy.texts import all_texts
from annotation.work.models import Assignment
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.models import Job
from jobs.registry import job

KIND = "scan_free_texts"
ROWS = 2_000


def request_scan(project: Project, asked_by: User) -> Job:
    """Enqueue a scan; if one waits or runs already, that one."""
    return unfinished(KIND, project=project) or enqueue(KIND, project=project, asked_by=asked_by)


def wanted_of(project: Project) -> Wanted:
    """The names of everybody who is a member or has worked here, and the managers' own words."""
    members = Membership.objects.filter(project=project, user=OuterRef("pk"))
    workers = Assignment.objects.filter(project=project, person=OuterRef("pk"))
    people = User.objects.filter(Q(Exists(members)) | Q(Exists(workers)))
    names = (name for person in people.values_list("username", "first_name", "last_name") for name in person)
    choice = FreeTextChoice.objects.filter(project=project).first()
    return wanted(names, choice.words.splitlines() if choice is not None else ())


@job(KIND)
def scan(context: JobContext) -> dict[str, Any]:
    """Replace what the scan before found. The result counts texts by kind, and by what is in them."""
    project = context.job.project
    if project is None:
        raise AnnotationError("no_project", _("This job belongs to no project."))
    looked_for, texts, found = wanted_of(project), Counter[str](), list[TextFinding]()
    for done, kind in enumerate(KINDS):
        for one in all_texts(project, kind):
            texts[kind] += 1
            found += [
                TextFinding(project=project, kind=kind, what=what, row=one.row)
                for what in {each.what for each in find(one.text, looked_for)}
            ]
            context.progress(done, len(KINDS), str(KINDS[kind].label))
    with transaction.atomic():
        context.renew_lease()
        TextFinding.objects.filter(project=project).delete()
        TextFinding.objects.bulk_create(found, batch_size=ROWS)
    return {"texts": dict(texts), "found": _counted(found)}


def _counted(found: list[TextFinding]) -> dict[str, dict[str, int]]:
    """Kind -> what was found -> number of texts."""
    counts: dict[str, dict[str, int]] = {kind: {} for kind in TextKind}
    for one in found:
        counts[one.kind][one.what] = counts[one.kind].get(one.what, 0) + 1
    return {kind: some for kind, some in counts.items() if some}
