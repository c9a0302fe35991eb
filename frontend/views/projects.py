"""Create a project, and the URL of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.claims.claim_importer import import_claims
from annotation.projects.joining import Asked, invite
from annotation.projects.models import Project, Role
from annotation.projects.presets import Preset, preset_settings
from annotation.projects.setup import QA_RATE, create_project
from annotation.set_up.rights import corpora_to_choose, create_corpus
from annotation.work.registry import default_workflows, prepare_workflows
from corpus.models import Corpus
from frontend.views.access import PersonRequest, member_view, person_view
from frontend.views.claims_form import ClaimsForm
from frontend.views.set_up.corpus_forms import CorpusChoice
from frontend.views.settings_fields import FIELDS, PercentField, WorkflowsField, bounded_field

if TYPE_CHECKING:
    _ProjectForm = forms.ModelForm[Project]
else:
    _ProjectForm = forms.ModelForm


class NamesField(forms.CharField):
    """User names, divided by spaces, commas or lines."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(required=False, widget=forms.Textarea({"rows": 2, "spellcheck": "false"}), **kwargs)  # type: ignore[arg-type]

    def clean(self, value: object) -> list[str]:
        names = list(dict.fromkeys(super().clean(value).replace(",", " ").split()))
        for name in names:
            if problem := problem_of_name(name):
                raise ValidationError(problem)
        return names


def problem_of_name(name: str) -> str:
    """Say why nobody can have this user name; empty where somebody can."""
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        message = gettext("“%(name)s” is not a valid name: use letters, digits and @ . + - _ only.")
        return message % {"name": name}
    return gettext("A name has at most 150 characters.") if len(name) > 150 else ""


class ProjectForm(ClaimsForm, _ProjectForm):
    claims_required = False
    field_order = ("name", "slug", "description", "corpus", "preset", "verifications_per_claim", "max_evidence_sets")

    slug = forms.SlugField(
        label=_("Short name"),
        required=False,
        max_length=60,
        help_text=_("Used in the project’s URLs and in commands. Empty: derived from the name."),
    )
    preset = forms.ChoiceField(
        label=_("Settings to begin with"),
        choices=Preset.choices,
        initial=Preset.FEVEROUS,
        required=False,
        help_text=_(
            "All of them can be changed on the settings page. FEVER: leases of 240 minutes, ten evidence sets."
        ),
    )
    corpus = CorpusChoice(
        label=_("Corpus"),
        queryset=Corpus.objects.none(),
        required=False,
        empty_label=_("A new corpus, to be imported"),
        help_text=_("The Wikipedia snapshot to verify against. It can be changed until work begins."),
    )
    qa_rate = PercentField(
        label=_("QA overlap, %"),
        required=False,
        initial=QA_RATE,
        help_text=_(
            "Measures agreement; annotators cannot tell which claims are repeated. Empty: 10, as in the FEVEROUS paper."
        ),
    )
    workflows = WorkflowsField(initial=default_workflows)
    managers = NamesField(label=_("Other managers"))
    verifiers = NamesField(label=_("Verifiers"))
    writers = NamesField(label=_("Claim writers"))

    class Meta:
        model = Project
        fields: ClassVar = ["name", "slug", "description", "corpus", "verifications_per_claim", "max_evidence_sets"]
        labels: ClassVar = {name: FIELDS[name][0] for name in FIELDS}
        help_texts: ClassVar = {
            "description": FIELDS["description"][1],
            "verifications_per_claim": _("How many people verify each claim."),
            "max_evidence_sets": _("Maximum number per verification."),
        }
        widgets: ClassVar = {"description": forms.Textarea({"rows": 2})}
        formfield_callback = bounded_field

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        corpora = corpora_to_choose().annotate(page_count=Count("pages"))
        self.fields["corpus"].queryset = corpora  # type: ignore[attr-defined]
        self.initial.setdefault("corpus", corpora.first())

    def clean(self) -> dict[str, object]:
        cleaned = super().clean()
        slug = cleaned.get("slug") or slugify(str(cleaned.get("name", "")))[:60]
        if not slug and "name" in cleaned and "slug" not in self.errors:
            self.add_error(
                "slug", gettext("No short name can be derived from this name: enter one with Latin letters and digits.")
            )
        elif Project.objects.filter(slug=slug).exists():
            self.add_error("slug", gettext("The short name “%(slug)s” is already in use.") % {"slug": slug})
        return cleaned | {"slug": slug}


@person_view("GET", "POST", fresh=True)
def new(request: PersonRequest) -> HttpResponse:
    """The form; then the project, or first the invitations of those who are asked to join it."""
    if not may_set_up(request.user):
        raise Http404
    form = ProjectForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            project, people = _create(form, request.user)
        except IntegrityError:
            form.add_error("slug", gettext("This short name is already in use."))
        else:
            messages.success(request, gettext("Project created."))
            return redirect("manage-invitations" if people.asked else "manage-set-up", slug=project.slug)
    return render(request, "projects/new.html", {"form": form})


def may_set_up(person: User) -> bool:
    """Whoever manages a project may begin another; an installation's first comes from its operator."""
    return person.is_superuser or person.memberships.filter(role=Role.MANAGER).exists()


@transaction.atomic
def _create(form: ProjectForm, creator: User) -> tuple[Project, Asked]:
    """The project with its creator as manager; everybody else is asked to join."""
    values = form.cleaned_data
    project, _people = create_project(
        slug=values["slug"],
        name=values["name"],
        corpus=values["corpus"] or create_corpus(values["slug"], values["name"]),
        people={
            Role.MANAGER: [creator.get_username()],
        },
        qa_rate=QA_RATE if values["qa_rate"] is None else values["qa_rate"],
        settings=_settings(form),
        workflows=values["workflows"],
        by=creator,
    )
    prepare_workflows(project)
    if form.lines:
        import_claims(project=project, lines=form.lines, by=creator)
    wanted = {Role.MANAGER: "managers", Role.VERIFIER: "verifiers", Role.CLAIM_WRITER: "writers"}
    return project, invite(project=project, people={role: values[name] for role, name in wanted.items()}, by=creator)


def _settings(form: ProjectForm) -> dict[str, object]:
    """The fields that were asked for; of a preset also the others, and those that were left as the form had them."""
    asked = {name: form.cleaned_data[name] for name in ("description", "verifications_per_claim", "max_evidence_sets")}
    return asked | {
        name: value
        for name, value in preset_settings(form.cleaned_data["preset"]).items()
        if name not in asked or name not in form.changed_data
    }


@member_view("GET", "HEAD")
def open_project(request: PersonRequest, project: Project) -> HttpResponse:
    """Send managers to Manage, everybody else to the project's card in My work."""
    if request.user.memberships.filter(project=project, role=Role.MANAGER).exists():
        return redirect("manage", slug=project.slug)
    return redirect(f"{reverse('my-work')}#{project.slug}")
