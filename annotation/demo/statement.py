"""Data statement of the demo project: what is true of it, and nothing else."""

from __future__ import annotations

from annotation.projects.models import Project
from annotation.release.cards.models import DataStatement

NOBODY = "Nobody was asked: the demo was written and verified by the developers of Attest, partly by scripts."
ANSWERS = {
    "title": "Demo claims about a small encyclopedia",
    "version": "1.0.0",
    "summary": (
        "Claims about the pages of a small encyclopedia, to try Attest with. About half are verified by scripts from "
        "evidence that was chosen by hand; some verdicts disagree on purpose. Not meant for training or evaluation."
    ),
    "authors": "The Attest contributors",
    "contact": "The issue tracker of Attest",
    "language": "en",
    "licence": "CC0-1.0",
    "pages_licence": "CC0-1.0",
    "curation_rationale": "Pages with tables, lists and infoboxes of each kind that Attest reads.",
    "language_variety": "en, edited prose",
    **{f"{who}_{about}": NOBODY for who in ("writers", "verifiers") for about in ("recruitment", "training")},
    "speech_situation": "Written in 2026 for a demonstration, and edited.",
    "text_characteristics": "Encyclopedic: people, places, sports, science.",
    "provenance": "None: the pages are our own writing.",
    "pay": "None.",
    "uses": "Trying Attest, and what it releases.",
    "misuses": "Training or evaluating models: the pages are few and the disagreement is planned.",
    "limitations": "Times of work are those of scripts; no agreement between people can be read from it.",
}


def describe(project: Project) -> None:
    """Store it, unless somebody has written a statement of their own."""
    DataStatement.objects.get_or_create(project=project, defaults={"answers": ANSWERS})
