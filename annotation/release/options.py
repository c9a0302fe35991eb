"""Validate and complete the options of a release."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.projects.models import Project, Undecided
from annotation.release.privacy.kinds import MOST_PEOPLE, OPTIONAL
from annotation.release.summary import EVERYTHING_IN_TRAIN, FORMATS, ReleaseError, ReleaseOptions

# The files that are read to make others: cards and the report are made of the rows of FEVEROUS.
MADE_OF = {"datasets": {"feverous", "tables"}, "report": {"feverous"}}
NONE = "none"


def completed(project: Project, settings: ReleaseOptions) -> ReleaseOptions:
    """The settings, validated, with the project's own rule for claims that are undecided. Raises ReleaseError."""
    known = set(User.objects.filter(pk__in=settings.without_people).values_list("pk", flat=True))
    if known != set(settings.without_people):
        raise ReleaseError(_("Somebody who is to be left out is not known here any more. Choose the people again."))
    if settings.first_counts is None:
        settings = replace(settings, first_counts=project.undecided_claims == Undecided.FIRST)
    return validated(settings)


def validated(settings: ReleaseOptions) -> ReleaseOptions:
    """The settings, with the formats that others are made of. Raises ReleaseError."""
    shares = settings.splits
    if len(shares) != 3 or any(not 0 <= share <= 1 for share in shares) or abs(sum(shares) - 1) > 1e-6:
        raise ReleaseError(_("The shares of train, dev and test are three numbers that add up to 1, as 0.8/0.1/0.1."))
    if settings.test_nei is not None and not 0 <= settings.test_nei <= 1:
        raise ReleaseError(_("The share of NOT ENOUGH INFO in test is a number from 0 to 1."))
    unknown = settings.formats - FORMATS
    if unknown or not settings.formats:
        words = _("Choose of these formats: %(known)s.")
        raise ReleaseError(words % {"known": ", ".join(sorted(FORMATS))})
    if settings.left_out - set(OPTIONAL):
        words = _("Of these kinds of free text any can be left out: %(known)s.")
        raise ReleaseError(words % {"known": ", ".join(OPTIONAL)})
    if not 1 <= settings.smallest_group <= MOST_PEOPLE:
        words = _("The smallest group of people is a number from 1 to %(most)d.")
        raise ReleaseError(words % {"most": MOST_PEOPLE})
    for first, last in settings.without_periods:
        if not is_period(first, last):
            words = _("%(first)s to %(last)s is no period: write the first and the last day as 2026-03-02.")
            raise ReleaseError(words % {"first": first, "last": last})
    if settings.shared_task and not shares[2]:
        raise ReleaseError(_("A shared task needs a test split: give it a share, as in 0.8/0.1/0.1."))
    needed = set[str]().union(*(MADE_OF.get(name, ()) for name in settings.formats))
    blind = {"feverous"} if settings.shared_task else set[str]()  # which has the test claims without answers
    return replace(settings, formats=settings.formats | needed | blind)


def is_period(first: str, last: str) -> bool:
    """Whether these are the first and the last day of a period, as 2026-03-02."""
    try:
        return date.fromisoformat(first) <= date.fromisoformat(last)
    except ValueError:
        return False


def splits_of(text: str) -> tuple[float, float, float]:
    """ "0.8/0.1/0.1", or "none" for all in train. Raises ReleaseError."""
    if text.strip().lower() == NONE:
        return EVERYTHING_IN_TRAIN
    try:
        train, dev, test = (float(part) for part in text.split("/"))
    except ValueError:
        words = _("%(text)s is no split. Write the shares of train, dev and test, as 0.8/0.1/0.1, or none.")
        raise ReleaseError(words % {"text": text}) from None
    return train, dev, test
