"""Production, people and the plan of a project, for managers' programs: by the functions of the pages."""

from __future__ import annotations

from dataclasses import asdict
from decimal import Decimal
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from annotation.accounts.models import User
from annotation.api.planning_serializers import (
    PeopleOut,
    PeopleQuery,
    PeriodQuery,
    PlanOut,
    ProductionOut,
    ProductionQuery,
)
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import AttestView
from annotation.dashboard.people import Member, MemberFilter, done_by_person, members_of, selected
from annotation.dashboard.production import production_in
from annotation.planning.costs import costs
from annotation.planning.plan import KindPlan, plan_of
from annotation.projects.access import project_to_manage
from annotation.projects.models import Project
from annotation.work.period import Period
from annotation.work.registry import workflow_in, workflows_of

COSTS = ("hours", "amount", "releasable", "cost_a_claim", "hours_to_go", "amount_at_end")


class ProductionOfProject(AttestView):
    @described("Production of each person, as on the page of that name", query=ProductionQuery, answer=ProductionOut)
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        asked = validated(ProductionQuery(data=request.query_params))
        period = Period(asked["since"], asked["until"])
        kinds = [workflow_in(project, asked["kind"]).slug] if asked["kind"] else list(workflows_of(project))
        found = [{"kind": kind, "people": _produced(project, kind, period)} for kind in kinds]
        return Response({"project": project.slug, "since": period.first, "until": period.last, "kinds": found})


class PeopleOfProject(AttestView):
    @described("People with status and amount of work, by name", query=PeopleQuery, answer=PeopleOut)
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        asked = validated(PeopleQuery(data=request.query_params))
        wanted = MemberFilter(text=asked["q"], role=asked["role"], status=asked["status"], idle_days=asked["idle_days"])
        period = Period(asked["since"], asked["until"])
        done = {kind: done_by_person(project, kind, period) for kind in workflows_of(project)}
        people = [_member(one, done) for one in selected(members_of(project), wanted)]
        return Response({"project": project.slug, "people": people})


class PlanOfProject(AttestView):
    @described("Work by day, what remains, forecast and costs", query=PeriodQuery, answer=PlanOut)
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        asked = validated(PeriodQuery(data=request.query_params))
        period, plans = Period(asked["since"], asked["until"]), plan_of(project)
        cost = costs(project, {one.kind: one.remaining for one in plans}, period)
        said = {name: _number(getattr(cost, name)) for name in COSTS} | {"currency": project.currency}
        kinds = [_plan(one, period) for one in plans]
        return Response({"project": project.slug, "kinds": kinds, "costs": said})


def _produced(project: Project, kind: str, period: Period) -> list[dict[str, Any]]:
    found = production_in(project, kind, period)
    people = User.objects.filter(pk__in=[one.person for one in found])
    names = dict(people.values_list("pk", "username"))
    reports = {"reports": None} if period else {}
    return [asdict(one) | {"name": names[one.person]} | reports for one in found]


def _member(one: Member, done: dict[str, dict[int, int]]) -> dict[str, Any]:
    return {
        "person": one.person.pk,
        "name": one.person.get_username(),
        "roles": one.roles,
        "statuses": one.statuses,
        "done": {kind: counts.get(one.person.pk, 0) for kind, counts in done.items()},
        "in_progress": one.held,
        "last_active": one.last_active,
        "working_on": one.working_on,
    }


def _plan(one: KindPlan, period: Period) -> dict[str, Any]:
    forecast = asdict(one.forecast)
    forecast.pop("remaining")
    return {
        "kind": one.kind,
        "remaining": asdict(one.remaining),
        "forecast": forecast,
        "days": [{"day": day, "done": count} for day, count in one.done.items() if day in period],
    }


def _number(value: Decimal | float | None) -> float | None:
    return float(value) if isinstance(value, Decimal) else value
