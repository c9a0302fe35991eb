"""Labels and help texts of a project's settings. Bounds are the validators of `Project`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.db import models
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import setting_bounds
from annotation.work.registry import workflows

FIELDS: dict[str, tuple[Promise | str, Promise | str]] = {  # name -> label, help text
    "name": (_("Name"), ""),
    "description": (_("Description"), _("Shown to all members.")),
    "lease_minutes": (
        _("Assignment timeout in minutes"),
        _("Inactive assignments return to the queue after this time; drafts are kept."),
    ),
    "max_evidence_sets": (
        _("Evidence sets"),
        _("Maximum number per verification. Submitted verifications stay as they are."),
    ),
    "verifications_per_claim": (
        _("Verifications per claim"),
        _("How many people verify each claim. Applies to new claims; existing ones keep their number."),
    ),
    "claim_sets_per_person": (_("Maximum highlights per person"), _("Empty: unlimited.")),
    "verifications_per_person": (_("Maximum claims verified per person"), _("Empty: unlimited.")),
    "park_hours": (
        _("Hours that postponed tasks are reserved"),
        _("A person can save three tasks for later. After this time others can get them; drafts are kept."),
    ),
    "claim_rest_hours": (
        _("Rest of written claims, hours"),
        _(
            "Written claims are offered to verifiers after this time; until then their writers can change them. "
            "FEVEROUS: the second day after. 0: at once."
        ),
    ),
    "edit_hours": (
        _("Hours to change a verification"),
        _("Counted from submission; every change is kept as a revision. 0: unlimited."),
    ),
    "evidence_kinds": (
        _("Accepted evidence"),
        _("What verifiers can select. Applies to new submissions; submitted verifications stay as they are."),
    ),
    "page_view": (
        _("Pages are read as"),
        _(
            "A list of lines: each evidence set is a line with lines of the pages that it links to, and has a label of "
            "its own. Change it before anything is verified: sets that are submitted have labels or have none."
        ),
    ),
    "opens_claim_page": (
        _("Open the page that a claim was written from"),
        _(
            "With pages of lines only. Verifiers then know the page, as in FEVER, and still not the sentence, the "
            "writer or the type of the claim."
        ),
    ),
    "guide_minutes": (
        _("Minutes until the reminder"),
        _("Verifiers are then reminded that “not enough information” is a valid answer. 0: never. Paper: 10"),
    ),
    "evidence_limit_pages": (
        _("Pages per evidence set"),
        _("Larger sets get a warning but can be submitted. Empty: no warning."),
    ),
    "evidence_limit_elements": (
        _("Elements per evidence set"),
        _(
            "Larger sets get a warning but can be submitted. The FEVEROUS scorer reads at most five sentences and "
            "twenty-five cells of a prediction, so no model can find a larger set."
        ),
    ),
    "qa_rate": (
        _("QA overlap, %"),
        _(
            "Share of each annotator’s claims that is verified again, chosen at random: ⅔ by one more person, ⅓ by "
            "two. 0: none."
        ),
    ),
    "qa_seed": (
        _("Random seed"),
        _("The same seed selects the same claims. A new seed applies to future claims."),
    ),
    "revalidation_share": (
        _("Re-validated claims, %"),
        _(
            "Share of new claims that several people label, drawn by the project’s seed when they come. Annotators "
            "cannot tell them from others. FEVER: 10. 0: none."
        ),
    ),
    "revalidation_people": (_("People per re-validated claim"), _("Applies to claims drawn from now on. FEVER: 5")),
    "revalidation_every": (
        _("One task in so many is a re-validation"),
        _("Of each person’s tasks, exactly, at places nobody can guess, while claims are left. FEVER: 10"),
    ),
    "oracle_share": (
        _("Oracle claims, %"),
        _(
            "Share of new claims that oracle annotators label too, with all evidence there is. They need the role "
            "“oracle annotator”, and the work “oracle annotation” must be on. FEVER: 1. 0: none."
        ),
    ),
    "oracle_every": (
        _("One task in so many is an oracle claim"),
        _("Of each person’s tasks, exactly, at places nobody can guess, while claims are left. FEVER: 90"),
    ),
    "calibration": (
        _("Calibration required"),
        _("Annotators get production tasks only after a manager has approved them. Tasks in progress are kept."),
    ),
    "calibration_items": (_("Items per phase"), _("For each of the two phases. Paper: 10")),
    "calibration_min_accuracy": (
        _("Verdict accuracy threshold, %"),
        _("Shown with each score; people decide. For writers: share of claims that meet the guideline. Empty: none."),
    ),
    "calibration_min_f1": (_("Evidence F1 threshold, %"), _("Shown with each score; people decide. Empty: none.")),
    "calibration_suggestions": (
        _("Suggested evidence in calibration"),
        _("Otherwise the two phases have no suggestions, which may be part of gold: people are measured on their own."),
    ),
    "guided_examples": (
        _("Guided examples"),
        _(
            "Somebody new does one example of each kind that you have chosen on the page “Gold”, with instructions and "
            "feedback at once. They count nowhere. No effect without examples. In a practice project everybody does "
            "all of them as often as they like; no other work is assigned, and nothing is counted or released."
        ),
    ),
    "silent_gold_rate": (
        _("Hidden gold per hundred claims"),
        _("Number of gold items in every hundred claims that a verifier gets; they cannot be told apart. 0: none."),
    ),
    "drift_window": (
        _("Answers used to detect drift"),
        _("The number of latest answers to hidden gold; fewer raise no alert."),
    ),
    "drift_min_accuracy": (_("Drift alert below verdict accuracy, %"), _("Over those answers.")),
    "suggestions_on": (
        _("Suggest evidence to verifiers"),
        _(
            "Off in a new project. Verifiers who are shown a passage search less and agree with it more often "
            "(anchoring), and the data favours retrieval models like the one that found it."
        ),
    ),
    "suggestion_seed": (
        _("Random seed"),
        _("Determines the arm of each claim. Claims that were already opened keep their arm."),
    ),
    "check_mode": (
        _("Check before submission"),
        _(
            "Off in a new project. Being asked again can change verdicts, evidence and the time taken, so data made "
            "with it differs from data made without. A random share of the claims measures by how much."
        ),
    ),
    "check_share": (
        _("Share of claims, %"),
        _("Claims whose verifiers see the check, where a random share does. The others are compared with them."),
    ),
    "check_seed": (
        _("Random seed"),
        _("Determines which claims. Assignments that were already opened keep their arm."),
    ),
    "show_agreement": (
        _("Annotators see their agreement"),
        _("Their own claims that others verified too, with all verdicts and evidence."),
    ),
    "agreement_delay_days": (
        _("Waiting time in days"),
        _("After the time for changes has ended, so that you can still return work for revision."),
    ),
    "show_adjudications": (
        _("Include decisions and notes"),
        _("Annotators of an adjudicated claim see the decision, its reason and the note."),
    ),
    "undecided_claims": (
        _("Several verdicts, not adjudicated"),
        _("What a release has of such a claim. The releases page says how many claims it makes a difference to."),
    ),
    "hourly_rate": (
        _("Rate per hour"),
        _("What an hour of active time costs, for “Plan” and the payroll. Empty: hours are shown without amounts."),
    ),
    "currency": (_("Currency"), _("As it is shown beside amounts: EUR, $, kr.")),
}


def workflow_choices() -> list[tuple[str, str]]:
    """Slug and label of every registered workflow."""
    return [(slug, capfirst(str(record.label))) for slug, record in workflows().items()]


class WorkflowsField(forms.MultipleChoiceField):
    """Checkboxes for the registered workflows; at least one must be on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=_("Kinds of work"),
            help_text=_(
                "What is off is shown to nobody. Tasks that somebody holds can still be submitted; nothing is deleted."
            ),
            choices=workflow_choices,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Choose at least one kind of work.")},
            **kwargs,
        )


def bounded_field(field: models.Field[Any, Any], **options: Any) -> forms.Field | None:
    """The form field of a model field; integers within the bounds of the model's validators, in HTML as well."""
    if isinstance(field, models.IntegerField):
        options["min_value"], options["max_value"] = setting_bounds(field.name)
    return field.formfield(**options)


HUNDRED = Decimal(100)


class PercentField(forms.DecimalField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=Decimal(0), max_value=HUNDRED, decimal_places=2, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """What stands in the box: 10 for Decimal("0.1000"); what was typed stays as it was."""
        return f"{(value * HUNDRED).normalize():f}" if isinstance(value, Decimal) else value

    def clean(self, value: Any) -> Any:
        percent = super().clean(value)
        return None if percent is None else percent / HUNDRED
