"""Decorator of the pages of a shared task, which show times in its time zone."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http.response import HttpResponseBase
from django.utils import timezone

from annotation.shared_tasks.access import task_for
from annotation.shared_tasks.models import SharedTask
from frontend.views.access import Decorator, PersonRequest, View, found_view


def task_view(*methods: str) -> Decorator:
    """Decorate a page of a shared task for everybody who sees the task, by the key `task` of its URL."""

    def decorate(view: View) -> View:
        @wraps(view)
        def in_zone(request: PersonRequest, task: SharedTask, **given: Any) -> HttpResponseBase:
            with timezone.override(task.zone):
                return view(request, task, **given)

        return found_view(task_for, "task", *methods, fresh=True)(in_zone)

    return decorate
