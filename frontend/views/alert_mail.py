"""Alerts by mail: each manager chooses for themselves, and each project."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.projects.member_settings import MemberSettings
from annotation.projects.models import Project
from annotation.release.webhook.alerts_job import watch
from frontend.views.access import PersonRequest, manager_view
from jobs.enqueue import worker_is_alive


class AlertMailForm(forms.Form):
    """Without an address nothing is sent."""

    address = forms.EmailField(
        label=_("Address"), required=False, help_text=_("New alerts of this project are sent here. Empty: none.")
    )


@manager_view("GET", "POST", fresh=True)
def alert_mail(request: PersonRequest, project: Project) -> HttpResponse:
    """The page; a POST saves one's own address."""
    stored = MemberSettings.objects.filter(project=project, user=request.user).first()
    address = stored.alert_address if stored is not None else ""
    form = AlertMailForm(request.POST if request.method == "POST" else None, initial={"address": address})
    if request.method == "POST" and form.is_valid():
        chosen = {"alert_address": form.cleaned_data["address"]}
        MemberSettings.objects.update_or_create(project=project, user=request.user, defaults=chosen)
        if chosen["alert_address"]:
            watch(project)
        messages.success(request, gettext("Saved.") if chosen["alert_address"] else gettext("No mail is sent to you."))
        return redirect("manage-alert-mail", slug=project.slug)
    shown = {
        "project": project,
        "form": form,
        "address": address,
        "has_server": bool(settings.EMAIL_HOST),
        "has_worker": worker_is_alive(),
        "suggested": "" if address else request.user.email,
    }
    return render(request, "manage/alert_mail.html", shown, status=400 if form.errors else 200)
