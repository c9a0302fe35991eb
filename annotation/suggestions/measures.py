"""Measures compared between arms: each a ratio of two sums over claims, with its description."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from annotation.quality.agreement.result import gettext_noop
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.labels import Verdict
from annotation.vocabulary.verdicts import VERDICTS


@dataclass(frozen=True, slots=True)
class Work:
    """One submitted verification with its arm.

    `compared`, `agreeing`: other verdicts on the claim (of other verifiers, of an adjudicator) in current force, and
    how many of them are the same. `suggested`: what the model found for the claim, shown or not; None: no run.
    `from_suggestions`: of `elements`, those that were accepted from suggestions. `seconds`: active; None: not measured.
    """

    verification: int
    claim: int
    person: int
    arm: str
    verdict: str
    elements: frozenset[str]
    suggested: frozenset[str] | None
    from_suggestions: int
    shown: int
    accepted: int
    dismissed: int
    seconds: float | None
    compared: int = 0
    agreeing: int = 0


Part = Callable[[Work], tuple[float, float]]
W = TypeVar("W")


@dataclass(frozen=True, slots=True)
class Measure(Generic[W]):
    """A ratio of sums over claims. `part` gives what a verification adds above and below the line.

    `digits` of the value on the page.
    """

    name: str
    label: str
    definition: str
    part: Callable[[W], tuple[float, float]]
    digits: int = 3


def _overlap(work: Work) -> tuple[float, float]:
    """The share of the chosen elements that the model had found too, whether they were shown or not."""
    if work.suggested is None or not work.elements:
        return 0.0, 0.0
    return len(work.elements & work.suggested) / len(work.elements), 1.0


def _said(verdict: str) -> Part:
    return lambda work: (float(work.verdict == verdict), 1.0)


GENERAL: tuple[Measure[Work], ...] = (
    Measure(
        "agreement",
        gettext_noop("Agreement on the verdict"),
        gettext_noop(
            "Of the other verdicts on the same claims (of other verifiers, and of an adjudicator where there is one), "
            "the share that is the same. Two people led astray by the same suggestion agree as well: read it beside "
            "the overlap."
        ),
        lambda work: (work.agreeing, work.compared),
    ),
    Measure(
        "overlap",
        gettext_noop("Overlap of evidence with the model"),
        gettext_noop(
            "Of the elements in a verification’s evidence, the share that the model had found too, whether they were "
            "shown or not; the mean over verifications. What exceeds the arm “never” is what showing them did."
        ),
        _overlap,
    ),
    Measure(
        "from_suggestions",
        gettext_noop("Evidence that came from suggestions"),
        gettext_noop("Elements of the evidence that were accepted from suggestions, divided by all its elements."),
        lambda work: (work.from_suggestions, len(work.elements)),
    ),
    Measure(
        "seconds",
        gettext_noop("Active time, in seconds"),
        gettext_noop(
            "The mean from taking a claim to submitting it, by a clock that stops while the page is hidden; later "
            "changes are not counted."
        ),
        lambda work: (0.0, 0.0) if work.seconds is None else (work.seconds, 1.0),
        digits=1,
    ),
    Measure(
        "accepted",
        gettext_noop("Suggestions accepted"),
        gettext_noop("Suggestions that were accepted into an evidence set, divided by those that were shown."),
        lambda work: (work.accepted, work.shown),
    ),
    Measure(
        "dismissed",
        gettext_noop("Suggestions dismissed"),
        gettext_noop("Suggestions that were dismissed, divided by those that were shown. The rest was ignored."),
        lambda work: (work.dismissed, work.shown),
    ),
)
OF_VERDICTS: tuple[Measure[Work], ...] = (
    Measure(
        "supports",
        gettext_noop("Verdict: supported"),
        gettext_noop("The share of verifications that say SUPPORTS."),
        _said(Verdict.SUPPORTS),
    ),
    Measure(
        "refutes",
        gettext_noop("Verdict: refuted"),
        gettext_noop("The share of verifications that say REFUTES."),
        _said(Verdict.REFUTES),
    ),
    Measure(
        "not_enough",
        gettext_noop("Verdict: not enough information"),
        gettext_noop("The share of verifications that say NOT ENOUGH INFO."),
        _said(Verdict.NOT_ENOUGH_INFO),
    ),
)
MEASURES = (*GENERAL, *OF_VERDICTS)


def measures_of(labels: LabelSet) -> tuple[Measure[Work], ...]:
    """The measures of a project with these verdicts: those of any work, and the share of each verdict.

    Label and definition of other verdicts than FEVEROUS' are in the language of now.
    """
    if labels is VERDICTS:
        return MEASURES
    shares = (
        Measure(
            f"verdict:{label.value}",
            _("Verdict: %(label)s") % {"label": str(label.name)},
            _("The share of verifications that say %(label)s.") % {"label": label.value},
            _said(label.value),
        )
        for label in labels
    )
    return (*GENERAL, *shares)


EVERY = gettext_noop(
    "Each value is over the verifications of its arm, with the middle 95 % of 1,000 draws of the arm’s claims with "
    "replacement. A difference is this arm less “never”, with the middle 95 % of the differences of such draws; an "
    "interval that leaves out 0 is unlikely by chance alone. Claims are put into arms at random, so that nothing but "
    "the arm differs between them."
)
