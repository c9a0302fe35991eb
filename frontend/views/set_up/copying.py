"""Copy from another project: choose parts, see what changes, confirm."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Project
from annotation.set_up.copying import ChangedSetting, Copied, Part, copy_parts, preview, sources_for
from annotation.work.registry import get_workflow, workflows
from frontend.views.access import PersonRequest, manager_view
from frontend.views.quality_rules import RulesForm
from frontend.views.settings_fields import FIELDS

PARTS = (
    (Part.SETTINGS.value, _("Settings")),
    (Part.LABELS.value, _("Labels")),
    (Part.GUIDELINES.value, _("Guidelines")),
    (Part.GOLD.value, _("Gold items")),
)
SHOWN = 50  # of what is left out


class CopyForm(forms.Form):
    """A project that the person manages, and what to copy from it."""

    source = forms.ChoiceField(label=_("Project"))
    parts = forms.MultipleChoiceField(label=_("Copy"), choices=PARTS, widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: Any = None, *, sources: list[Project]) -> None:
        super().__init__(data, initial={"parts": [value for value, _label in PARTS]})
        self._sources = {one.slug: one for one in sources}
        self.fields["source"].choices = [(one.slug, one.name) for one in sources]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        return cleaned | {"project": self._sources.get(cleaned.get("source", ""))}


@manager_view("GET", "POST", fresh=True)
def copy(request: PersonRequest, project: Project) -> HttpResponse:
    """The choice; a POST shows what would change, and with "copy" does it."""
    sources = sources_for(project, request.user)
    form = CopyForm(request.POST if request.method == "POST" else None, sources=sources)
    shown: dict[str, Any] = {"project": project, "form": form, "sources": sources}
    if request.method == "POST" and form.is_valid():
        source = form.cleaned_data["project"]
        parts = [Part(value) for value in form.cleaned_data["parts"]]
        if "copy" in request.POST:
            copied = copy_parts(source, project, parts, request.user)
            messages.success(request, gettext("Copied from %(project)s.") % {"project": source.name})
            for one in copied.left_out[:SHOWN]:
                messages.warning(request, f"{_name(one.what)}: {one.why}" if one.what else one.why)
            return redirect("manage-set-up", slug=project.slug)
        shown |= {"source": source, **_shown(preview(source, project, parts, request.user))}
    return render(request, "set_up/copy.html", shown, status=400 if form.errors else 200)


def _shown(found: Copied) -> dict[str, Any]:
    return {
        "found": found,
        "settings": [(_name(one.name), *_values(one)) for one in found.settings],
        "guidelines": [(str(get_workflow(kind).label), version) for kind, version in found.guidelines.items()],
        "gold": [(phase.label, count) for phase, count in sorted(found.gold.items())],
        "left_out": [(_name(one.what), one.why) for one in found.left_out[:SHOWN]],
        "more": max(len(found.left_out) - SHOWN, 0),
    }


def _name(field: str) -> str:
    """The label of a setting; anything else as it is."""
    own: dict[str, object] = {
        "workflows": _("Kinds of work"),
        "highlight_settings": _("Highlights"),
        "suggestion_arms": _("Arms"),
    }
    own |= {slug: one.settings.label for slug, one in workflows().items() if one.settings is not None}
    own |= {name: str(one.label) for name, one in RulesForm.base_fields.items()}
    own["second_adjudication_share"] = _("Second adjudicator")
    return str(FIELDS[field][0] if field in FIELDS else own.get(field, field.replace("_", " ")))


def _values(one: ChangedSetting) -> tuple[str, str]:
    if one.name == "workflows":
        return _labels(one.before), _labels(one.after)
    if isinstance(one.after, Decimal):  # a share; its label says per cent
        return _percent(one.before), _percent(one.after)
    return _value(one.before), _value(one.after)


def _labels(slugs: list[str]) -> str:
    return ", ".join(str(record.label) for slug, record in workflows().items() if slug in slugs)


def _percent(share: Any) -> str:
    return f"{(Decimal(share) * 100).normalize():f}"


def _part(value: Any) -> str:
    """A part of a setting; of a whole file how long it is."""
    if isinstance(value, str) and (count := value.count("\n")):
        return ngettext("(%(count)d line)", "(%(count)d lines)", count) % {"count": count}
    return str(value)


def _value(value: Any) -> str:
    """A setting in words."""
    if isinstance(value, bool):
        return gettext("on") if value else gettext("off")
    if value is None or value == {}:
        return "–"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_part(part)}" for name, part in value.items())
    return str(value)
