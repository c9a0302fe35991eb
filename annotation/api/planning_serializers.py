"""Serializers of production, people and the plan of a project, for programs of managers."""

from __future__ import annotations

from rest_framework import serializers

from annotation.dashboard.people import MemberStatus
from annotation.planning.forecast import NoForecast
from annotation.projects.models import Role
from annotation.work.fields import Plain


class PeriodQuery(Plain):
    since = serializers.DateField(default=None, help_text="First day (UTC): 2026-11-01.")
    until = serializers.DateField(default=None, help_text="Last day (UTC), inclusive.")


class ProductionQuery(PeriodQuery):
    kind = serializers.CharField(max_length=30, default="", help_text="Kind of work; without it every kind.")


class ProducedOut(Plain):
    person = serializers.IntegerField()
    name = serializers.CharField(help_text="user name")
    done = serializers.IntegerField(help_text="submitted in production and not set aside")
    seconds = serializers.FloatField(allow_null=True, help_text="active; null where nothing was timed")
    mean = serializers.FloatField(allow_null=True)
    median = serializers.FloatField(allow_null=True)
    skipped = serializers.IntegerField()
    ended = serializers.IntegerField(help_text="all that they were given and have ended")
    reports = serializers.IntegerField(allow_null=True, help_text="null in a period: reports are counted over all days")


class KindProductionOut(Plain):
    kind = serializers.CharField()
    people = ProducedOut(many=True)


class ProductionOut(Plain):
    project = serializers.CharField()
    since = serializers.DateField(allow_null=True)
    until = serializers.DateField(allow_null=True)
    kinds = KindProductionOut(many=True)


class PeopleQuery(PeriodQuery):
    role = serializers.ChoiceField(choices=Role.choices, default="")
    status = serializers.ChoiceField(choices=list(MemberStatus), default="")
    q = serializers.CharField(max_length=150, default="", help_text="Part of the user name.")
    idle_days = serializers.IntegerField(
        min_value=1, max_value=36_500, default=None, help_text="Not active for so many days, or never."
    )


class MemberOut(Plain):
    person = serializers.IntegerField()
    name = serializers.CharField(help_text="user name")
    roles = serializers.ListField(child=serializers.CharField())
    statuses = serializers.ListField(child=serializers.CharField(), help_text=", ".join(MemberStatus))
    done = serializers.DictField(
        child=serializers.IntegerField(), help_text="kind of work -> tasks submitted in production, set aside or not"
    )
    in_progress = serializers.IntegerField()
    last_active = serializers.DateTimeField(allow_null=True)
    working_on = serializers.CharField(allow_blank=True, help_text="kind of work, of those who are active now")


class PeopleOut(Plain):
    project = serializers.CharField()
    people = MemberOut(many=True)


class RemainingOut(Plain):
    free = serializers.IntegerField(help_text="annotations still required of tasks that people are offered")
    held = serializers.IntegerField()
    withdrawn = serializers.IntegerField(help_text="not counted as remaining")
    to_come = serializers.FloatField(help_text="estimate of what remaining tasks of other work will open")


class PaceOut(Plain):
    median = serializers.FloatField(help_text="on a working day")
    low = serializers.FloatField()
    high = serializers.FloatField()
    days = serializers.IntegerField()
    weekdays = serializers.ListField(child=serializers.IntegerField(), help_text="0 is Monday")


class ForecastOut(Plain):
    pace = PaceOut(allow_null=True)
    day = serializers.DateField(allow_null=True)
    earliest = serializers.DateField(allow_null=True)
    latest = serializers.DateField(allow_null=True)
    why = serializers.CharField(allow_null=True, help_text=f"why there is no day: {', '.join(NoForecast)}")


class DayOut(Plain):
    day = serializers.DateField()
    done = serializers.IntegerField()


class KindPlanOut(Plain):
    kind = serializers.CharField()
    remaining = RemainingOut()
    forecast = ForecastOut()
    days = DayOut(many=True)


class CostOut(Plain):
    hours = serializers.FloatField()
    amount = serializers.FloatField(allow_null=True, help_text="null without a rate")
    currency = serializers.CharField(allow_blank=True)
    releasable = serializers.IntegerField(allow_null=True, help_text="claims; null in a period")
    cost_a_claim = serializers.FloatField(allow_null=True)
    hours_to_go = serializers.FloatField(allow_null=True)
    amount_at_end = serializers.FloatField(allow_null=True)


class PlanOut(Plain):
    project = serializers.CharField()
    kinds = KindPlanOut(many=True)
    costs = CostOut()
