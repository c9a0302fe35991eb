"""Create a project on the newer corpus with the claims whose evidence changed."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.claim_importer import create_tasks
from annotation.claims.models import Claim
from annotation.claims.near_duplicates import store_signatures
from annotation.errors import AnnotationError
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.projects.setup import create_project
from corpus.models import Corpus

AT_ONCE = 500
# What a project is set to beyond its corpus, and what its people can do in it.
TAKEN_OVER = (
    *("verifications_per_claim", "qa_rate", "max_evidence_sets", "lease_minutes", "park_hours", "edit_hours"),
    *("guide_minutes", "evidence_limit_pages", "evidence_limit_elements", "label_set", "evidence_kinds"),
    *("page_view", "opens_claim_page"),
)


@transaction.atomic
def reopen(
    *,
    project: Project,
    claims: Sequence[int],
    corpus: Corpus,
    slug: str,
    name: str = "",
    by: User | None = None,
) -> Project:
    """A project with these claims of another one, its people and settings, on `corpus`; all of it or nothing.

    Nothing of what was said of the claims comes along: they are verified as if nobody had. Their numbers do, so that a
    release of either has the same ids. Raises AnnotationError `slug_taken`.
    """
    if Project.objects.filter(slug=slug).exists():
        message = _("There is a project %(slug)s already. Choose another short name.") % {"slug": slug}
        raise AnnotationError("slug_taken", message)
    settings = {field: getattr(project, field) for field in TAKEN_OVER}
    rate = settings.pop("qa_rate")
    made, _new = create_project(
        slug=slug,
        name=name or _("%(project)s, looked at again") % {"project": project.name},
        corpus=corpus,
        people={},
        people_of=project,
        qa_rate=rate,
        settings=settings,
        workflows=project.workflows,
        by=by,
    )
    wanted = sorted(set(claims))
    for start in range(0, len(wanted), AT_ONCE):
        rows = Claim.objects.filter(project=project, pk__in=wanted[start : start + AT_ONCE]).order_by("pk")
        copies = Claim.objects.bulk_create(_copy(made, claim) for claim in rows)
        store_signatures(copies)
        create_tasks(project=made, claims=copies)
    bump(made.pk)
    return made


def _copy(project: Project, claim: Claim) -> Claim:
    """With its writer, who is never offered it; without its highlight, which is of another corpus."""
    return Claim(
        project=project,
        text=claim.text,
        author=claim.author,
        claim_type=claim.claim_type,
        mutation=claim.mutation,
        intended_label=claim.intended_label,
        expected_challenge=claim.expected_challenge,
        release_id=claim.pk if claim.release_id is None else claim.release_id,
        release_split=claim.release_split,
    )
