"""Three walkthroughs of both steps, each with a sentence of its own and suggested answers (`walkthroughs.jsonl`)."""

from __future__ import annotations

from annotation.vocabulary.texts import gettext_lazy as _
from annotation.work.capabilities import Guided, GuideKind, GuideStep
from annotation.work.gold import Gold
from annotation.work.models import Task
from annotation.workflows.sentence_claims.storage import body

STEPS = (
    GuideStep(name="read", text=_("Read the sentence. Show the sentences beside it if you do not understand it.")),
    GuideStep(name="dictionary", text=_("Open the dictionary: you may use what it says, and nothing else you know.")),
    GuideStep(name="claims", text=_("Write two to five true claims, one a line, each about one fact.")),
    GuideStep(name="hints", text=_("Read the hints below your claims, and correct what they are right about.")),
    GuideStep(name="mutations", text=_("Go on to the mutations, and write one into at least three boxes of a claim.")),
    GuideStep(name="submit", text=_("Submit. You see your lines beside suggested ones at once.")),
)
KINDS = (
    GuideKind(value="walkthrough_1", label=_("a sentence about a person"), steps=STEPS),
    GuideKind(value="walkthrough_2", label=_("a sentence about a place"), steps=STEPS),
    GuideKind(value="walkthrough_3", label=_("a sentence about a work"), steps=STEPS),
)


def kind_of(task: Task, _gold: Gold) -> str:
    """Return the kind of a walkthrough: they stand in this order."""
    return f"walkthrough_{task.position}"


GUIDED = Guided(
    kinds=KINDS,
    kind_of=kind_of,
    body=body,
    template="sentence_claims/_guided_feedback.html",
    feedback="frontend.workflows.sentence_claims.guided_feedback.feedback",
)
