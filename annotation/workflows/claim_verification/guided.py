"""Guided examples of claim verification: evidence in text, evidence in tables, and not enough information."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.projects.label_sets import label_set_of
from annotation.vocabulary.label_set import Meaning
from annotation.vocabulary.texts import gettext_lazy as _
from annotation.work.capabilities import Guided, GuideKind, GuideStep
from annotation.work.gold import Gold
from annotation.work.models import Task
from annotation.workflows.claim_verification.payload import body_of
from corpus.page.element_id import ElementKind, parse

TEXT, TABLE, NOT_ENOUGH_INFO = "text", "table", "not_enough_info"
OF_TABLES = {ElementKind.CELL, ElementKind.HEADER_CELL, ElementKind.TABLE_CAPTION}

OPEN = GuideStep(
    name="open",
    text=_("Open %(pages)s: click the search box above the article, type the title and press Enter."),
)
DECIDE = GuideStep(
    name="verdict",
    text=_(
        "When all that the verdict needs is selected, choose the verdict. Judge by your evidence, not by what you know."
    ),
)
FINISH = (
    GuideStep(name="challenge", text=_("Choose the main challenge: what made this claim hard to verify.")),
    GuideStep(name="submit", text=_("Press Submit, read the summary, and confirm. You get feedback at once.")),
)
KINDS = (
    GuideKind(
        value=TEXT,
        label=_("evidence in text"),
        steps=(
            OPEN,
            GuideStep(
                name="find",
                text=_("Find the sentence that decides the claim: type a word into “Find on this page”, or scroll."),
            ),
            GuideStep(
                name="select", text=_("Click every sentence that the verdict needs, and no other. Each becomes a card.")
            ),
            GuideStep(
                name="context",
                text=_("Look at the card (point at it, or Tab to it): the page and the section came along as context."),
            ),
            DECIDE,
            *FINISH,
        ),
    ),
    GuideKind(
        value=TABLE,
        label=_("evidence in a table"),
        steps=(
            OPEN,
            GuideStep(name="find", text=_("Find the table: use “Find on this page”, or scroll to it.")),
            GuideStep(
                name="select_cell",
                text=_("Click every cell that the verdict needs, and no other. Each becomes a card."),
            ),
            GuideStep(
                name="context",
                text=_(
                    "Look at the card (point at it, or Tab to it): the headers of its row and column came along. "
                    "You need not select headers."
                ),
            ),
            DECIDE,
            *FINISH,
        ),
    ),
    GuideKind(
        value=NOT_ENOUGH_INFO,
        label=_("not enough information"),
        steps=(
            GuideStep(
                name="open_any",
                text=_("Search for what the claim is about, and open the page: use the search box above the article."),
            ),
            GuideStep(name="find", text=_("Look on the page for every part of the claim: use “Find on this page”.")),
            GuideStep(
                name="second_page",
                text=_("Look on a second page too: follow a link, or search for another name in the claim."),
            ),
            GuideStep(
                name="select",
                text=_("Select what comes closest: the evidence that says most about the claim and leaves it open."),
            ),
            DECIDE,
            *FINISH,
        ),
    ),
)


def kind_of(task: Task, gold: Gold) -> str:
    """Return the kind of an example by its verdict, and by whether a set of its evidence has a cell."""
    label = label_set_of(task.project).of.get(gold.verdict)
    if label is not None and label.meaning is Meaning.NOT_ENOUGH_INFO:
        return NOT_ENOUGH_INFO
    cited = (element_id for ids in gold.sets for element_id in ids)
    return TABLE if any(parse(one).kind in OF_TABLES for one in cited) else TEXT


def words(_task: Task, gold: Gold) -> dict[str, Sequence[str]]:
    """Return the titles of the pages of the smallest evidence set."""
    sets = sorted((sorted(ids) for ids in gold.sets if ids), key=lambda ids: (len(ids), ids))
    return {"pages": list(dict.fromkeys(parse(one).page for one in sets[0])) if sets else []}


GUIDED = Guided(
    kinds=KINDS,
    kind_of=kind_of,
    words=words,
    body=lambda submission: body_of(submission.verification),
    template="claim_verification/_guided_feedback.html",
    feedback="frontend.workflows.claim_verification.guided_feedback.feedback",
)
