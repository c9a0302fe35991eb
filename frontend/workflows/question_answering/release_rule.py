"""A manager's page of the release rule: what it says, what it releases, what it drops, and why."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from annotation.dashboard.reports import report
from annotation.projects.models import Project
from annotation.quality.workflows.question_answering.audit import RELEASE_RULE
from annotation.work.registry import get_workflow
from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.phases import LATER
from annotation.workflows.question_answering.release_rule import IMPORTED, REASONS, LeftOut, RuleCounts
from frontend.views.access import PersonRequest, manager_view


@manager_view("GET")
def release_rule(request: PersonRequest, project: Project) -> HttpResponse:
    """The rule in words, and its counts."""
    fields, found = fields_of(project), report(project, RELEASE_RULE)
    return render(request, "question_answering/release_rule.html", {"project": project} | shown_rule(fields, found))


def shown_rule(fields: Fields, found: RuleCounts) -> dict[str, Any]:
    """The rule and its counts, for templates. Reasons stand in the order in which a claim meets them."""
    names = {one.name: str(one.label) for one in fields.leaves} | {str(key): str(name) for key, name in REASONS.items()}
    names |= {phase: str(get_workflow(phase).label) for phase in LATER} | {IMPORTED[0]: _("imported as it is")}
    order = [*(one.name for one in fields.leaves), *LeftOut]
    reasons = sorted(found.left_out, key=lambda name: order.index(name) if name in order else len(order))
    return {
        "pairs": [[str(get_workflow(phase).label) for phase in pair] for pair in fields.release.agreement_of],
        "otherwise": _otherwise(fields),
        "claims": found.claims,
        "released": [(fields.name_of(one), number) for one, number in sorted(found.released.items())],
        "by_pair": [
            (" = ".join(names.get(phase, phase) for phase in phases.split()), number)
            for phases, number in found.pairs.items()
        ],
        "left_out": [(names.get(name, name), found.left_out[name]) for name in reasons],
        "released_count": sum(found.released.values()),
        "left_out_count": sum(found.left_out.values()),
    }


def _otherwise(fields: Fields) -> str:
    phase = fields.release.otherwise
    if phase == "leave_out":
        return _("Claims on which no pair agrees are left out.")
    return _("Claims on which no pair agrees have the verdict of: %(phase)s.") % {"phase": get_workflow(phase).label}
