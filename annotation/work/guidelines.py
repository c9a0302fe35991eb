"""Guidelines of a project by version: Attest's own text until the project writes one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Value
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import AnnotationError
from annotation.projects.models import Guidelines, GuidelinesConfirmation, Project
from annotation.work.registry import get_workflow


@dataclass(frozen=True, slots=True)
class GuidelinesText:
    """One version in Markdown. Version 0 is Attest's own, empty for a kind of work that has none."""

    kind: str
    version: int
    text: str


def current_guidelines(project: Project, kind: str) -> GuidelinesText:
    """Current guidelines for this kind of work. A project's own text exists in one language only.

    Raises UnknownWorkflow.
    """
    newest = Guidelines.objects.filter(project=project, kind=kind).order_by("-version").first()
    if newest is not None:
        return GuidelinesText(kind, newest.version, newest.text)
    return GuidelinesText(kind, 0, default_text(project, kind))


def default_text(project: Project, kind: str) -> str:
    """Attest's text in the reader's language if there is one. All translations are version 0."""
    language = (get_language() or "").partition("-")[0]
    workflow = get_workflow(kind)
    variant = workflow.guidelines_variant(project)
    folder, name = workflow.guidelines, f"guidelines.{variant}" if variant else "guidelines"
    for path in (folder / f"{name}.{language}.md", folder / f"{name}.md"):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return ""


@transaction.atomic
def write_guidelines(
    *, project: Project, kind: str, text: str, author: User, based_on: int | None = None
) -> GuidelinesText:
    """Store `text` as the next version; an unchanged text makes none.

    `based_on`: the version that its author edited. Raises AnnotationError "guidelines_changed" (409) when there is a
    newer one: two managers who edit at once do not overwrite each other.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two managers at once get two numbers
    now = current_guidelines(project, kind)
    if based_on is not None and based_on != now.version:
        words = _("Version %(version)d was saved while you wrote. Take over what you need from it, then save again.")
        raise AnnotationError("guidelines_changed", words % {"version": now.version}, 409)
    if text == now.text:
        return now
    newest = Guidelines.objects.filter(project=project, kind=kind).aggregate(newest=Max("version"))["newest"] or 0
    row = Guidelines.objects.create(project=project, kind=kind, version=newest + 1, text=text, author=author)
    digest = hashlib.sha256(text.encode()).hexdigest()
    after = {"kind": kind, "version": row.version, "sha256": digest}
    record(Act.GUIDELINES_PUBLISHED, by=author, project=project, about=row, after=after)
    return GuidelinesText(kind, row.version, row.text)


def has_confirmed(person: User, project: Project, guidelines: GuidelinesText) -> bool:
    """Return whether the person has confirmed this version; an empty one needs no confirmation."""
    if not guidelines.text:
        return True
    read = GuidelinesConfirmation.objects.filter(project=project, person=person, kind=guidelines.kind)
    return read.filter(version=guidelines.version).exists()


def confirm(*, person: User, project: Project, kind: str, version: int) -> None:
    """Record that the person has read this version. Idempotent."""
    GuidelinesConfirmation.objects.get_or_create(project=project, person=person, kind=kind, version=version)


def version_followed(project: int, person: int, kind: str) -> int:
    """Return the version under which the person works: the newest that they have confirmed, by ids.

    Somebody who has confirmed none (work over the API) works under the version that is current. Whoever holds a task
    while a new version is published finishes it under the one that they know.
    """
    read = GuidelinesConfirmation.objects.filter(project=project, person=person, kind=kind)
    versions = Guidelines.objects.filter(project=project, kind=kind)
    # Both in one statement; a project has few versions.
    found = list(
        read.values_list("version", Value(1)).union(versions.order_by().values_list("version", Value(0)), all=True)
    )
    confirmed = [version for version, is_confirmed in found if is_confirmed]
    return max(confirmed or [version for version, _is_confirmed in found], default=0)


def written_versions(project: Project, *kinds: str) -> list[int]:
    """The versions that the project has written for any of these kinds of work, in order."""
    rows = Guidelines.objects.filter(project=project, kind__in=kinds).order_by("version")
    return list(rows.values_list("version", flat=True).distinct())
