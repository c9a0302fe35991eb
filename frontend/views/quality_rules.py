"""Rules by which a project acts on its own: settings, and what each would do with the data of today."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.accounts.models import User
from annotation.actions.models import Action
from annotation.actions.rules.gold_pause import GoldRecord, below_gold
from annotation.actions.rules.models import QualityRules, Rule, rules_of
from annotation.actions.rules.more_overlap import drawn_for_overlap
from annotation.actions.rules.qa_share import LEAST_CLAIMS, QaChanges, qa_changes
from annotation.actions.rules.rules_job import watch_rules
from annotation.actions.rules.third_verifier import open_disagreements, undecided
from annotation.actions.run import draft_on_rows
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record, values_of
from annotation.dashboard.adjudication import adjudication_queue
from annotation.dashboard.status import can_show_results
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.adjudication.agreement import unsettled
from annotation.quality.adjudication.models import Adjudication, SecondAdjudication, SecondState
from annotation.quality.adjudication.queue import Wanted
from annotation.quality.adjudication.second import draw_again, is_drawn
from annotation.results.store import result_of
from annotation.work.counted import counted
from annotation.workflows.models import Verification
from corpus.batching import batched
from frontend.templatetags.words import CLAIM_TYPES
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import ANY
from frontend.views.quality.access import QualityAccess
from frontend.views.settings_fields import bounded_field

if TYPE_CHECKING:
    _RulesForm = forms.ModelForm[QualityRules]
    _SecondForm = forms.ModelForm[Project]
else:
    _RulesForm = _SecondForm = forms.ModelForm
SHOWN = 30  # people that a preview names


class KappaField(forms.DecimalField):
    """A kappa from 0.01 to 1, stored in hundredths."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=Decimal("0.01"), max_value=Decimal(1), decimal_places=2, **kwargs)
        self.widget.attrs["step"] = "0.01"

    def prepare_value(self, value: Any) -> Any:
        """What stands in the box: 0.40 for 40; what was typed stays as it was."""
        return f"{value / 100:.2f}" if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        kappa = super().clean(value)
        return None if kappa is None else int(kappa * 100)


class RulesForm(_RulesForm):
    qa_below = KappaField(label=gettext_lazy("Threshold: kappa with all others"))

    class Meta:
        model = QualityRules
        fields: ClassVar = [
            "third_verifier",
            *("gold_pause", "gold_least", "gold_below"),
            *("qa_raise", "qa_below", "qa_share"),
        ]
        labels: ClassVar = {
            "third_verifier": gettext_lazy("Third verifier"),
            "gold_pause": gettext_lazy("Pause people below the threshold"),
            "gold_least": gettext_lazy("Fewest answers to attention checks"),
            "gold_below": gettext_lazy("Threshold: right answers, %"),
            "qa_raise": gettext_lazy("Raise the QA share of people below the threshold"),
            "qa_share": gettext_lazy("Raised QA share, %"),
        }


class SecondForm(_SecondForm):
    """The share of claims that two adjudicators decide on."""

    class Meta:
        model = Project
        fields: ClassVar = ["second_adjudication_share"]
        labels: ClassVar = {"second_adjudication_share": gettext_lazy("Share of claims, %")}
        formfield_callback = bounded_field


class OverlapForm(forms.Form):
    """Which claims get a second verifier: `share` per cent of those that match."""

    claim_type = forms.ChoiceField(
        label=gettext_lazy("Claim type"), required=False, choices=[ANY, *CLAIM_TYPES.items()]
    )
    since = forms.DateField(label=gettext_lazy("From"), required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(label=gettext_lazy("To"), required=False, widget=forms.DateInput({"type": "date"}))
    share = forms.IntegerField(label=gettext_lazy("Share, %"), min_value=1, max_value=100, initial=20)


@dataclass(frozen=True, slots=True)
class SecondPreview:
    """What a share means today: of `open` claims that wait for adjudication `drawn` would be decided by two. Of
    `decided` claims, which stay as they are, two decided on `by_two`, and `unsettled` more wait."""

    open: int
    drawn: int
    decided: int
    by_two: int
    unsettled: int


@dataclass(frozen=True, slots=True)
class Previews:
    """What the rules would do now. `third_open`: those of `third` that nobody has adjudicated. `qa`: None while
    agreement has not been computed."""

    third: int
    third_open: int
    below: list[GoldRecord] = field(default_factory=list)
    qa: QaChanges | None = None
    second: SecondPreview | None = None


@manager_view("GET", "POST", fresh=True)
def quality_rules(request: PersonRequest, project: Project) -> HttpResponse:
    """The rules. A POST saves or previews them, or acts once: `step` is "save", "preview", "third" or "overlap"."""
    stored = rules_of(project.pk) or QualityRules(project=project)
    step = request.POST.get("step", "")
    given = request.POST if step in ("save", "preview") else None
    form = RulesForm(given, instance=stored)
    second = SecondForm(given, instance=copy(project))
    overlap = OverlapForm(request.POST if step == "overlap" else None)
    if request.method == "POST":
        try:
            if step == "third":
                return _draft(
                    request,
                    project,
                    _rows_of(project, undecided(project, open_disagreements(project, stored.third_verifier))),
                )
            if step == "overlap" and overlap.is_valid():
                return _draft(request, project, _drawn(project, overlap.cleaned_data))
        except AnnotationError as error:
            messages.error(request, error.message)
            return redirect("manage-quality-rules", slug=project.slug)
        if step == "save" and form.is_valid() and second.is_valid():
            _save(project, form, second, request.user)
            messages.success(request, _("Settings saved."))
            return redirect("manage-quality-rules", slug=project.slug)
    is_wrong = bool(form.errors or overlap.errors or second.errors)
    asked = stored if is_wrong else form.instance  # of a preview: what was typed, which is not saved
    shown = {
        "project": project,
        "form": form,
        "second": second,
        "overlap": overlap,
        "stored": stored,
        "is_preview": step == "preview" and not is_wrong,
        "names": QualityAccess(project, is_manager=True).names(),
        "previews": _previews(project, asked, project if is_wrong else second.instance),
        "shown": SHOWN,
        "least_claims": LEAST_CLAIMS,
        "done": Action.objects.filter(project=project).exclude(rule="").select_related("person")[:10],
        "rules": dict(Rule.choices),
    }
    return render(request, "settings/quality_rules.html", shown, status=400 if is_wrong else 200)


def _previews(project: Project, rules: QualityRules, asked: Project) -> Previews:
    """`asked`: the project with the share of claims for two adjudicators as it was typed."""
    when = "verdict" if rules.third_verifier == "off" else rules.third_verifier
    key = ("third verifier", when)
    third: list[int] = result_of(project, key, lambda: open_disagreements(project, when)).value
    qa = qa_changes(project, rules) if can_show_results(project) else None
    open_third = len(undecided(project, third))
    return Previews(len(third), open_third, below_gold(project, rules), qa, second_preview(asked))


def second_preview(project: Project) -> SecondPreview:
    """Count what the share of `project` means."""
    queued = {entry.claim for part in (Wanted.VERDICTS, Wanted.EVIDENCE) for entry in adjudication_queue(project, part)}
    decided = Adjudication.objects.filter(claim__project=project, is_current=True)
    states = Counter(SecondAdjudication.objects.filter(project=project).values_list("state", flat=True))
    return SecondPreview(
        open=len(queued),
        drawn=sum(is_drawn(project, claim) for claim in queued),
        decided=decided.count(),
        by_two=states[SecondState.AGREED] + states[SecondState.DECIDED],
        unsettled=unsettled(states),
    )


@transaction.atomic
def _save(project: Project, form: RulesForm, second: SecondForm, by: User) -> None:
    before = _rules_values(project, project.second_adjudication_share)
    saved, share = form.save(), project.second_adjudication_share
    if second.has_changed():
        share = second.cleaned_data["second_adjudication_share"]
        save_share(project, share)
    if saved.gold_pause or saved.qa_raise:
        watch_rules(project)
    after = _rules_values(project, share)
    record(Act.QUALITY_RULES_CHANGED, by=by, project=project, before=before, after=after)


def _rules_values(project: Project, share: int) -> dict[str, Any]:
    stored = rules_of(project.pk) or QualityRules(project=project)
    return values_of(stored) | {"second_adjudication_share": share}


@transaction.atomic
def save_share(project: Project, share: int) -> None:
    """Store the share, and draw for the claims that are assigned."""
    project.second_adjudication_share = share
    project.save(update_fields=["second_adjudication_share"])
    draw_again(project)


def _draft(request: PersonRequest, project: Project, verifications: list[int]) -> HttpResponse:
    """The preview of having these verified again."""
    made = draft_on_rows(project=project, by=request.user, kind="verify_again", verifications=verifications)
    return redirect("manage-action", slug=project.slug, pk=made.pk)


def _rows_of(project: Project, claims: list[int]) -> list[int]:
    """One counted verification of each claim."""
    found: dict[int, int] = {}
    for some in batched(claims, 500):
        rows = Verification.objects.filter(counted("submission__"), claim__project=project, claim__in=some)
        found |= dict(rows.order_by("-pk").values_list("claim", "pk"))
    return sorted(found.values())


def _drawn(project: Project, asked: dict[str, Any]) -> list[int]:
    return drawn_for_overlap(
        project,
        share=asked["share"],
        claim_type=asked["claim_type"],
        since=_midnight(asked["since"]),
        until=_midnight(asked["until"], days=1),
    )


def _midnight(day: date | None, days: int = 0) -> datetime | None:
    """The beginning of the day in UTC, as lists and weeks are counted; `days` later."""
    return None if day is None else datetime.combine(day, time(), UTC) + timedelta(days=days)
