"""Validate and complete the options of a release."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from annotation.release.privacy.kinds import MOST_PEOPLE, OPTIONAL
from annotation.release.summary import EVERYTHING_IN_TRAIN, FORMATS, ReleaseError, ReleaseOptions

# The files that are read to make others: cards and the report are made of the rows of FEVEROUS.
MADE_OF = {"datasets": {"feverous", "tables"}, "report": {"feverous"}}
NONE = "none"


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
    if settings.shared_task and not shares[2]:
        raise ReleaseError(_("A shared task needs a test split: give it a share, as in 0.8/0.1/0.1."))
    needed = set[str]().union(*(MADE_OF.get(name, ()) for name in settings.formats))
    blind = {"feverous"} if settings.shared_task else set[str]()  # which has the test claims without answers
    return replace(settings, formats=settings.formats | needed | blind)


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
