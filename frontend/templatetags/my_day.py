"""What the person has done today, in the header of their work."""

from __future__ import annotations

from django import template
from django.utils import timezone

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.audit.personal_weeks import DailyWork, daily_work

register = template.Library()


@register.simple_tag
def my_day(person: User, project: Project, kind: str) -> DailyWork:
    """Work since midnight in the person's time zone."""
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return daily_work(person, project, kind, midnight)
