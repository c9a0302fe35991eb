"""The claims behind the numbers of the phases, and one claim with what everybody submitted about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.evidence.web.corpora import snapshot_url
from annotation.projects.models import Project
from annotation.quality.workflows.question_answering.claim_lists import (
    ANY_DISPUTE,
    COUNTED_BY,
    TYPE,
    articles_in,
    claims_in,
    counted_claims,
    works_on,
)
from annotation.quality.workflows.question_answering.verdicts import CONTROLS, OUTCOMES
from annotation.work.registry import get_workflow
from annotation.workflows.question_answering.access import claim_of, claims_at, claims_of
from annotation.workflows.question_answering.fields.form import form_of
from annotation.workflows.question_answering.fields.model import UNREADABLE, Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import Answer, ClaimWork, NormalisedClaim, Question
from annotation.workflows.question_answering.payload import questions_part
from annotation.workflows.question_answering.phases import ANSWERS, LATER, PhaseName
from annotation.workflows.question_answering.progress import STATES
from annotation.workflows.question_answering.release_rule import IMPORTED, REASONS, Outcome, outcomes
from frontend.views.access import PersonRequest
from frontend.views.lists import ANY, choice_of, page_of, words_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.workflows.question_answering.pairs import label_of, read_questions
from frontend.workflows.question_answering.words import CONTROL_NAMES, OUTCOME_NAMES, verdict_name

PEOPLE = ("annotator", "validator")


class ClaimFilter(forms.Form):
    """Filters of the list of claims. One that makes no sense is left out, and marked in the form."""

    q = forms.CharField(label=gettext_lazy("Words in the claim"), required=False, max_length=200)
    phase = forms.ChoiceField(label=gettext_lazy("Phase"), required=False)
    state = forms.ChoiceField(label=gettext_lazy("State"), required=False, choices=[ANY, *STATES.items()])
    answering = forms.ChoiceField(label=gettext_lazy("Verdict of phase 2"), required=False)
    validation = forms.ChoiceField(label=gettext_lazy("Verdict of phase 3"), required=False)
    dispute = forms.ChoiceField(label=gettext_lazy("Dispute"), required=False)
    type = forms.ChoiceField(label=gettext_lazy("Type of claim"), required=False)
    annotator = forms.ChoiceField(label=gettext_lazy("Annotator of phase 2"), required=False)
    validator = forms.ChoiceField(label=gettext_lazy("Validator"), required=False)

    def __init__(self, request: HttpRequest, access: QualityAccess, fields: Fields) -> None:
        super().__init__(request.GET)
        verdicts = [(one.value, verdict_name(fields, one.value)) for one in fields.verdicts]
        people = [(str(pk), name) for pk, name in sorted(access.names().items(), key=lambda one: one[1])]
        disputes = {name: _(words) for name, words in (OUTCOME_NAMES | CONTROL_NAMES).items()}
        on = [phase for phase in LATER if phase in access.project.workflows]
        for name, choices in {
            "phase": [(str(phase), get_workflow(phase).label) for phase in on],
            "answering": verdicts,
            "validation": [*verdicts, (UNREADABLE, verdict_name(fields, UNREADABLE))],
            "dispute": [(ANY_DISPUTE, _("in dispute, or was")), *((one, disputes[one]) for one in OUTCOMES + CONTROLS)],
            "type": [(one.value, str(one.label)) for one in fields.claim_types],
            **dict.fromkeys(PEOPLE, people),
        }.items():
            self.fields[name].choices = [ANY, *choices]  # type: ignore[attr-defined, misc]
        if not access.is_manager:  # to others, people have no numbers
            for name in PEOPLE:
                del self.fields[name]

    def found(self, project: Project) -> Any:
        """The claims that are asked for: a queryset, or numbers in its order."""
        self.is_valid()
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        claims = claims_of(project)
        if "q" in asked:
            claims = claims.filter(text__icontains=asked["q"].replace("\0", ""))
        numbers = claims.values_list("pk", flat=True)
        is_in = {name: asked[name] for name in ("phase", "state") if name in asked}
        counted = {name: asked[name] for name in (*COUNTED_BY, TYPE) if name in asked}
        if not is_in and not counted:
            return numbers
        kept = [claims_in(project, **is_in)] if is_in else []
        kept += [counted_claims(project, counted)] if counted else []
        wanted = set.intersection(*kept)
        return [number for number in numbers.iterator(chunk_size=5_000) if number in wanted]


def claims_address(project: Project, **asked: str) -> str:
    """The address of the claims for which these filters hold."""
    return f"{reverse('quality-question-claims', args=[project.slug])}?{urlencode(asked)}"


@quality_view("GET")
def claim_list(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """The claims of the project, or those that a number counts, each with its verdicts and what is released of it."""
    fields = fields_of(access.project)
    form = ClaimFilter(request, access, fields)
    page = page_of(request, form.found(access.project))
    numbers = list(page.object_list)
    claims = claims_at(access.project, numbers)
    verdicts: defaultdict[int, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for work in works_on(claims.values()):
        if work.assignment.set_aside_id is None:
            verdicts[work.claim_id][work.assignment.kind].append(verdict_name(fields, work.label))
    came_to = dict(outcomes(access.project, fields, only=numbers))
    page.object_list = [
        {
            "claim": claims[number],
            "verdicts": [", ".join(verdicts[number][phase]) for phase in LATER],
            "outcome": _outcome_words(fields, came_to[number]),
            "is_released": not came_to[number].left_out,
        }
        for number in numbers
        if number in claims
    ]
    phases = [get_workflow(phase).label for phase in LATER]
    shown = access.page(form=form, page=page, phases=phases)
    return render(request, "question_answering/quality_claims.html", shown)


@quality_view("GET")
def article_list(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """The fact-checking articles, those in one state where that is asked for, each with its claims."""
    state = choice_of(request, "state", STATES)
    articles = articles_in(access.project, state)
    if words := words_of(request):
        articles = articles.filter(Q(title__icontains=words) | Q(url__icontains=words))
    shown = access.page(page=page_of(request, articles), states=STATES, state=state, words=words)
    return render(request, "question_answering/quality_articles.html", shown)


@quality_view("GET")
def claim_page(request: PersonRequest, access: QualityAccess, pk: int) -> HttpResponse:
    """One claim: its texts and metadata, and every phase with who submitted what, by name for managers alone."""
    claim = claim_of(access.project, pk)
    fields = fields_of(access.project)
    [(_number, came_to)] = outcomes(access.project, fields, only=[claim.pk])
    names = access.names()
    writer = claim.assignment.person_id if claim.assignment else None
    article = claim.article
    shown = access.page(
        claim=claim,
        article=article,
        snapshot=snapshot_url(access.project.slug, article.page_title),
        facts=_facts(fields, claim),
        writer=names.get(writer, "") if writer else "",
        texts=list(claim.texts.all()),
        works=[_work(work, fields, names) for work in works_on([claim])],
        outcome=_outcome_words(fields, came_to),
    )
    return render(request, "question_answering/quality_claim.html", shown)


def _outcome_words(fields: Fields, found: Outcome) -> str:
    """The published verdict, or why there is none."""
    if found.left_out:
        rule = next((str(one.label) for one in fields.leaves if one.name == found.left_out), found.left_out)
        return str(REASONS.get(found.left_out, rule))  # type: ignore[call-overload]
    return fields.name_of(found.verdict) + (f" ({_('imported')})" if found.phases == IMPORTED else "")


def _facts(fields: Fields, claim: NormalisedClaim) -> list[tuple[str, str]]:
    """The metadata that the claim has, with the names of its fields."""
    form = form_of(fields, PhaseName.NORMALISATION)
    names = {one["value"]: one["label"] for kind in ("verdicts", "claim_types", "strategies") for one in form[kind]}
    return [
        (field["label"], ", ".join(names.get(one, str(one)) for one in value) if isinstance(value, list) else
         names.get(value, str(value)))
        for name, field in form["claim"].items()
        if name != "claim" and (value := getattr(claim, name))
    ]  # fmt: skip


def _work(work: ClaimWork, fields: Fields, names: Mapping[int, str]) -> dict[str, Any]:
    """What somebody submitted in a phase, with the problems that others named of its questions and answers."""
    form = form_of(fields, work.assignment.kind)
    questions: list[dict[str, Any]] = []
    if work.assignment.kind in ANSWERS:
        states = {str(key): state for kind in (Question, Answer) for key, state in _states(kind, work)}
        questions = read_questions(questions_part(work.submission, with_problems=True), form)
        for one in [*questions, *(answer for question in questions for answer in question["answers"])]:
            problems = fields.question_problems + fields.answer_problems
            one["state"] = states.get(one["id"], "")
            one["problem_names"] = [label_of([each.shown() for each in problems], value) for value in one["problems"]]
    return {
        "work": work,
        "phase": get_workflow(work.assignment.kind).label,
        "person": names.get(work.assignment.person_id, ""),
        "verdict": verdict_name(fields, work.label),
        "set_aside": work.assignment.set_aside_id is not None,
        "questions": questions,
    }


def _states(kind: type[Question] | type[Answer], work: ClaimWork) -> list[tuple[Any, str]]:
    path = "submission" if kind is Question else "question__submission"
    rows = kind.objects.filter(**{path: work.submission_id}).exclude(state="")
    return [(key, row.get_state_display()) for row in rows for key in [row.key]]
