"""Guided examples of claim generation, by what the second claim goes beyond: the highlight, or the page."""

from __future__ import annotations

from typing import Any

from annotation.vocabulary.texts import gettext_lazy as _
from annotation.work.capabilities import Guided, GuideKind, GuideStep
from annotation.work.gold import Gold
from annotation.work.models import Submission, Task

SAME_PAGE, SEVERAL_PAGES = "same_page", "several_pages"

READ = GuideStep(
    name="read",
    text=_("Read the highlight, which is marked in the article, and then what each of the three claims must be."),
)
FIRST = GuideStep(
    name="write_I",
    text=_("Write claim I from the highlight alone: one sentence that is understood without the article."),
)
REST = (
    GuideStep(
        name="write_III",
        text=_("Write claim III: change the claim that is quoted above it, in the way that is named there."),
    ),
    GuideStep(
        name="hints",
        text=_("Read the hints below your claims. Correct what they are right about, and dismiss the others."),
    ),
    GuideStep(name="challenges", text=_("Choose for each claim the challenge that a verifier will probably meet.")),
    GuideStep(name="submit", text=_("Submit the three claims. You get feedback at once.")),
)
KINDS = (
    GuideKind(
        value=SAME_PAGE,
        label=_("claims from one page"),
        steps=(
            READ,
            FIRST,
            GuideStep(
                name="write_II",
                text=_("Write claim II: combine the highlight with something else on this page; scroll to find it."),
            ),
            *REST,
        ),
    ),
    GuideKind(
        value=SEVERAL_PAGES,
        label=_("claims from several pages"),
        steps=(
            READ,
            FIRST,
            GuideStep(
                name="other_page", text=_("For claim II open another page: follow a link in the article, or search.")
            ),
            GuideStep(name="write_II", text=_("Write claim II: combine the highlight with what the other page says.")),
            *REST,
        ),
    ),
)


def kind_of(task: Task, _gold: Gold) -> str:
    """Return the kind of an example by what is asked for its highlight."""
    return SEVERAL_PAGES if task.generation_item.highlight.several_pages else SAME_PAGE


def body(submission: Submission) -> dict[str, Any]:
    """Return the submitted claims as the body of a draft."""
    claims = submission.claimset.claims.all()
    return {"claims": {one.claim_type: {"text": one.text, "challenge": one.expected_challenge} for one in claims}}


GUIDED = Guided(
    kinds=KINDS,
    kind_of=kind_of,
    body=body,
    template="claim_generation/_guided_feedback.html",
    feedback="frontend.workflows.claim_generation.guided_feedback.feedback",
)
