"""Measures compared between claims with and without the check: each a ratio of two sums over claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.quality.agreement.result import gettext_noop
from annotation.suggestions.measures import Measure
from annotation.vocabulary.label_set import LabelSet


@dataclass(frozen=True, slots=True)
class CheckedWork:
    """One submitted verification with its arm.

    `compared`, `agreeing`: other verdicts on the claim, and how many are the same. `gold`: the verdict of the gold item
    or the adjudication; "" where there is none. `elements`, `headers`, `pages`: different elements of the evidence,
    header cells in their context, pages with evidence. `opened`: pages that were opened. `lines`: line of the check ->
    what became of it; in the arm "none" the lines that would have been shown. `seconds`: active; None: not measured.
    `is_gold`: an attention check, which counts for `gold` alone.
    """

    verification: int
    claim: int
    person: int
    arm: str
    verdict: str
    elements: int
    headers: int
    pages: int
    opened: int
    lines: Mapping[str, str]
    seconds: float | None
    gold: str = ""
    compared: int = 0
    agreeing: int = 0
    is_gold: bool = False


def _counted(work: CheckedWork, value: float) -> tuple[float, float]:
    """A mean over the work of production."""
    return (0.0, 0.0) if work.is_gold else (value, 1.0)


def _open_lines(work: CheckedWork) -> int:
    return sum(state != "acted" for state in work.lines.values())


def _verdict(value: str) -> Measure[CheckedWork]:
    return Measure(
        f"verdict:{value}",
        _("Verdict: %(label)s") % {"label": value},
        _("The share of verifications that say %(label)s.") % {"label": value},
        lambda work: _counted(work, float(work.verdict == value)),
    )


GENERAL: tuple[Measure[CheckedWork], ...] = (
    Measure(
        "agreement",
        gettext_noop("Agreement on the verdict"),
        gettext_noop(
            "Of the other verdicts on the same claims (of other verifiers, and of an adjudicator where there is one), "
            "the share that is the same."
        ),
        lambda work: (0.0, 0.0) if work.is_gold else (work.agreeing, work.compared),
    ),
    Measure(
        "gold",
        gettext_noop("Verdict accuracy"),
        gettext_noop(
            "The share of verdicts that equal the gold verdict (hidden gold items) or the adjudicated one, of "
            "verifications whose claim has either."
        ),
        lambda work: (float(work.verdict == work.gold), 1.0) if work.gold else (0.0, 0.0),
    ),
    Measure(
        "elements",
        gettext_noop("Elements of evidence"),
        gettext_noop("Different elements in the evidence sets of a verification; the mean."),
        lambda work: _counted(work, work.elements),
        digits=2,
    ),
    Measure(
        "headers",
        gettext_noop("Header cells in the context"),
        gettext_noop("Different header cells in the context of a verification’s evidence; the mean."),
        lambda work: _counted(work, work.headers),
        digits=2,
    ),
    Measure(
        "pages",
        gettext_noop("Pages with evidence"),
        gettext_noop("Different pages in the evidence of a verification; the mean."),
        lambda work: _counted(work, work.pages),
        digits=2,
    ),
    Measure(
        "opened",
        gettext_noop("Pages opened"),
        gettext_noop("Different pages that were opened before the first submission; the mean."),
        lambda work: _counted(work, work.opened),
        digits=2,
    ),
    Measure(
        "lines",
        gettext_noop("Open lines at submission"),
        gettext_noop(
            "Lines of the check that still held at the first submission, dismissed or not; the mean. In the arm “not "
            "shown”, the lines that would have been shown."
        ),
        lambda work: _counted(work, _open_lines(work)),
        digits=2,
    ),
    Measure(
        "seconds",
        gettext_noop("Active time, in seconds"),
        gettext_noop(
            "The mean from taking a claim to submitting it, by a clock that stops while the page is hidden; later "
            "changes are not counted."
        ),
        lambda work: (0.0, 0.0) if work.seconds is None or work.is_gold else (work.seconds, 1.0),
        digits=1,
    ),
)


def measures_of(labels: LabelSet) -> tuple[Measure[CheckedWork], ...]:
    """The measures of a project with these verdicts."""
    return (*GENERAL, *(_verdict(label.value) for label in labels))


EVERY = gettext_noop(
    "Each value is over the verifications of its arm, with the middle 95 % of 1,000 draws of the arm’s claims with "
    "replacement. A difference is “shown” less “not shown”, with the middle 95 % of the differences of such draws; an "
    "interval that leaves out 0 is unlikely by chance alone. Claims are put into arms at random, so that nothing but "
    "the arm differs between them."
)
