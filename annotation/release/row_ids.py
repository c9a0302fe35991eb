"""Ids of released rows, and pseudonyms of annotators in a release."""

from __future__ import annotations

from functools import lru_cache

from django.db.models import F, Max, Value
from django.db.models.functions import Coalesce
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.release.importing.people import released_name
from annotation.release.summary import ReleaseError
from annotation.workflows.models import Highlight, Verification

MOST_NAMED = 20


def row_number(claim: int, release_id: int | None) -> int:
    """Number of a claim in releases: the one it was imported with, or its primary key."""
    return claim if release_id is None else release_id


def annotation_number(project: Project, path: str = "") -> Coalesce:
    """Expression for the number of a verification in releases: the one it was imported with, or its primary key.

    `path`: lookup that leads to the verification, as "chosen__". Where a project has imported annotations, the numbers
    of its own begin above theirs, since the keys of one database may be numbers of another.
    """
    highest = Verification.objects.filter(claim__project=project).aggregate(most=Max("release_id"))["most"]
    return _number(path, highest)


def highlight_number(project: Project) -> Coalesce:
    """Expression for the number of a claim's highlight in releases, as `annotation_number`."""
    highest = Highlight.objects.filter(project=project).aggregate(most=Max("release_id"))["most"]
    return _number("highlight__", highest)


def _number(path: str, highest: int | None) -> Coalesce:
    return Coalesce(F(f"{path}release_id"), F(f"{path}pk") + Value(highest or 0))


def check_numbers(project: Project) -> None:
    """No two claims of a release may have one number. Raises ReleaseError, which names them."""
    claims = Claim.objects.filter(project=project, phase=0)
    taken = claims.filter(release_id__isnull=False).values("release_id")
    twice = claims.filter(release_id__isnull=True, pk__in=taken).order_by("pk").values_list("pk", flat=True)
    named = list(twice[: MOST_NAMED + 1])
    if named:
        numbers = ", ".join(map(str, named[:MOST_NAMED])) + (" ..." if len(named) > MOST_NAMED else "")
        words = _(
            "Claims written here have the numbers of imported ones: %(numbers)s. Import into a project of its own."
        )
        raise ReleaseError(words % {"numbers": numbers})


@lru_cache(maxsize=10_000)
def pseudonym(project: int, person: int) -> str:
    """Pseudonym of a person: the same in every release of a project, another in each project.

    Keyed by the site's SECRET_KEY: whoever has a list of accounts cannot find out whose it is. Who came with a data set
    is called as there.
    """
    if came := released_name(person):
        return came
    mac = salted_hmac("annotation.release.pseudonym", f"{project}:{person}", algorithm="sha256")
    return f"annotator-{mac.hexdigest()[:12]}"
