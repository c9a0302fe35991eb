"""Settings with which a project begins: those of FEVEROUS, which are the defaults, or those of FEVER."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.projects.label_sets import label_set_json
from annotation.projects.models import PageView, Project
from annotation.vocabulary.evidence_kinds import EvidenceKinds
from annotation.vocabulary.label_set import Meaning


class Preset(models.TextChoices):
    FEVEROUS = "feverous", _("FEVEROUS: sentences, tables and lists of whole articles")
    FEVER = "fever", _("FEVER: lines of introductions, a label for each evidence set")


NOT_ENOUGH_INFO = {
    "en": "The pages neither support nor refute it. No evidence is needed.",
    "de": "Die Seiten stützen sie nicht und widerlegen sie nicht. Belege sind nicht nötig.",
}


QUESTIONS = {
    Meaning.SUPPORTS: {
        "en": "Given only these lines, do I have a stronger reason to believe that the claim is true?",
        "de": "Habe ich allein mit diesen Zeilen eher Grund zu glauben, dass die Behauptung wahr ist?",
    },
    Meaning.REFUTES: {
        "en": "Given only these lines, do I have a stronger reason to believe that the claim is false?",
        "de": "Habe ich allein mit diesen Zeilen eher Grund zu glauben, dass die Behauptung falsch ist?",
    },
}


def preset_settings(preset: str) -> dict[str, Any]:
    """Fields of `Project` that differ from their defaults."""
    if preset != Preset.FEVER:
        return {}
    return {
        "page_view": PageView.LINES,
        "opens_claim_page": True,
        "evidence_kinds": EvidenceKinds.INTRODUCTIONS,
        "label_set": fever_labels(),
        "lease_minutes": 240,
        "max_evidence_sets": 10,
    }


def fever_labels() -> dict[str, Any]:
    """FEVER's three labels: those of FEVEROUS, but for that which needs no evidence."""
    labels = deepcopy(label_set_json(Project()))
    for label in labels["labels"]:
        if label.get("meaning") == Meaning.NOT_ENOUGH_INFO:
            label |= {"needs_evidence": False, "description": NOT_ENOUGH_INFO, "questions": []}
        else:
            label["questions"] = [QUESTIONS[label["meaning"]]]
    return labels
