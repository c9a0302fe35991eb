"""Labels and help texts of a project's settings. Bounds are the validators of `Project`."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import setting_bounds

FIELDS: dict[str, tuple[Promise | str, Promise | str]] = {  # name -> label, help text
    "name": (_("Name"), ""),
    "description": (_("Description"), _("Shown to everyone in it.")),
    "lease_minutes": (
        _("Minutes a task is held"),
        _("Somebody who has not been heard of for so long loses the task to others; the draft is kept."),
    ),
    "max_evidence_sets": (
        _("Evidence sets"),
        _("The most that one verification may have. What is handed in stays as it is."),
    ),
    "verifications_per_claim": (
        _("Verifications per claim"),
        _("How many people verify each claim. Holds for claims to come; those there are keep their number."),
    ),
    "claim_sets_per_person": (_("Highlights a person may write for"), _("Empty: as many as there are.")),
    "verifications_per_person": (_("Claims a person may verify"), _("Empty: as many as there are.")),
    "park_hours": (
        _("Hours that claims put aside are kept"),
        _("A verifier may put three aside. After so many hours others can have them; the draft stays."),
    ),
    "edit_hours": (
        _("Hours to change a verification"),
        _("Counted from handing in; every change is kept beside what was there before. 0: without end."),
    ),
    "guide_minutes": (
        _("Minutes until the reminder"),
        _("Then a verifier is told that “not enough information” is an answer. 0: never. Paper: 10"),
    ),
    "evidence_limit_pages": (
        _("Pages in an evidence set"),
        _("A set over more pages gets a warning; it can be handed in all the same. Empty: no warning."),
    ),
    "evidence_limit_elements": (
        _("Elements in an evidence set"),
        _(
            "Likewise. The FEVEROUS scorer takes five sentences and twenty-five cells of what a model gives: "
            "no model can find a larger set."
        ),
    ),
    "qa_rate": (
        _("Verifications repeated by others, in per cent"),
        _("Of each annotator’s alike, at places nobody can guess: two thirds by one more, one third by two. 0: none."),
    ),
    "qa_seed": (
        _("Seed of that draw"),
        _("With the same seed the same are drawn. Another one draws anew from here on."),
    ),
    "calibration": (
        _("Calibrate everybody first"),
        _("Nobody gets work of production before a manager has approved of them. Who holds a task keeps it."),
    ),
    "calibration_items": (_("Items in a phase"), _("Of each of the two. Paper: 10")),
    "calibration_min_accuracy": (
        _("Right verdicts wanted, in per cent"),
        _("Shown beside each score; people decide. Of writers: claims that meet the guideline. Empty: none."),
    ),
    "calibration_min_f1": (_("Evidence F1 wanted, in per cent"), _("Likewise.")),
    "silent_gold_rate": (
        _("Silent gold, of a hundred claims"),
        _("So many of a hundred that a verifier takes have a known answer, and nobody can tell. 0: none."),
    ),
    "drift_window": (
        _("Answers looked at for drift"),
        _("The last so many answers to silent gold; fewer raise no alert."),
    ),
    "drift_min_accuracy": (_("Alert below right verdicts, in per cent"), _("Over those answers.")),
    "suggestions_on": (
        _("Suggest evidence to verifiers"),
        _("Found in the background, without a verdict. Off: nothing is looked for, and nobody is shown any."),
    ),
    "suggestion_seed": (
        _("Seed of that draw"),
        _("Decides which claim is shown in which way. Claims that somebody has opened keep theirs."),
    ),
    "show_agreement": (
        _("Annotators see how far they agree"),
        _("Their own claims that others verified too, with everybody’s verdict and evidence."),
    ),
    "agreement_delay_days": (
        _("Days to wait"),
        _("After the time for changes is over, so that you can still send work back."),
    ),
    "show_adjudications": (
        _("With decisions and their notes"),
        _("Where a claim was adjudicated, its annotators read the decision, its reason and the note."),
    ),
}


def bounded_field(field: models.Field[Any, Any], **options: Any) -> forms.Field | None:
    """The form field of a model field; integers within the bounds of the model's validators, in HTML as well."""
    if isinstance(field, models.IntegerField):
        options["min_value"], options["max_value"] = setting_bounds(field.name)
    return field.formfield(**options)
