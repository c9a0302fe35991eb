"""A project's webhook: where "release made" is sent, its secret, and every delivery."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record, values_of
from annotation.projects.models import Project
from annotation.release.access import delivery_of, webhook_of
from annotation.release.webhook.addresses import RefusedAddress, refuse_literal, target_of
from annotation.release.webhook.alerts_job import watch
from annotation.release.webhook.delivery_job import BACK_OFF, announce, send_again
from annotation.release.webhook.models import LONGEST_URL, Event, Webhook, WebhookDelivery
from annotation.release.webhook.request import SECONDS
from annotation.release.webhook.signing import new_secret
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import page_of
from jobs.enqueue import worker_is_alive


class WebhookForm(forms.Form):
    """Without an address the project has no webhook."""

    url = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=LONGEST_URL,
        widget=forms.URLInput({"placeholder": "https://example.org/attest"}),
        help_text=_("It receives a POST request when a release has been made. Empty: nothing is sent."),
    )
    is_on = forms.BooleanField(label=_("Send deliveries"), required=False, initial=True)
    sends_alerts = forms.BooleanField(label=_("Send new alerts too, at most once an hour"), required=False)

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        if url:
            try:
                refuse_literal(target_of(url))
            except RefusedAddress as error:
                raise forms.ValidationError(str(error)) from error
        return url


@manager_view("GET", "POST", fresh=True)
def webhook(request: PersonRequest, project: Project) -> HttpResponse:
    """The page; a POST saves the address. A new webhook's secret is in its answer, the only time it can be seen."""
    stored = Webhook.objects.filter(project=project).first()
    initial = _initial(stored) if stored is not None else None
    form = WebhookForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method != "POST" or not form.is_valid():
        return _page(request, project, form)
    asked = form.cleaned_data
    if not asked["url"]:
        with transaction.atomic():
            Webhook.objects.filter(project=project).delete()
            _log(project, stored, None, request.user)
        messages.success(request, gettext("The project has no webhook."))
        return redirect("release-webhook", slug=project.slug)
    secret = new_secret()
    defaults = asked | {"changed_by": request.user}
    with transaction.atomic():
        found, created = Webhook.objects.update_or_create(
            project=project, defaults=defaults, create_defaults=defaults | {"secret": secret}
        )
        if found.is_on and found.sends_alerts:
            watch(project)
        _log(project, stored, found, request.user)
    messages.success(request, gettext("Webhook saved."))
    if created:
        return _page(request, project, form, secret)
    return redirect("release-webhook", slug=found.project.slug)


@manager_view("POST", fresh=True)
def replace_secret(request: PersonRequest, project: Project) -> HttpResponse:
    """Make a new secret and show it in the answer; the old one signs nothing any more."""
    stored = webhook_of(project)
    stored.secret, stored.changed_by = new_secret(), request.user
    with transaction.atomic():
        stored.save()
        record(Act.WEBHOOK_SECRET_REPLACED, by=request.user, project=project, about=stored)
    return _page(request, project, WebhookForm(initial=_initial(stored)), stored.secret)


@manager_view("POST")
def send_test(request: PersonRequest, project: Project) -> HttpResponse:
    """Deliver an event that says nothing, to see whether it arrives."""
    if announce(project, Event.TEST, {}, asked_by=request.user) is None:
        messages.warning(request, gettext("Nothing is sent: the webhook is off."))
    return redirect("release-webhook", slug=project.slug)


@manager_view("POST")
def deliver_again(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Deliver an event once more."""
    delivery = delivery_of(project, pk)
    if send_again(delivery, asked_by=request.user) is None:
        messages.warning(request, gettext("Nothing is sent: the webhook is off."))
    return redirect("release-webhook", slug=project.slug)


def _log(project: Project, before: Webhook | None, after: Webhook | None, by: User) -> None:
    """Of the address the host alone: its path and query may be secrets of the receiver."""

    def shown(one: Webhook | None) -> dict[str, object]:
        if one is None:
            return {}
        digest = hashlib.sha256(one.url.encode()).hexdigest()
        host = urlsplit(one.url).hostname
        return {"host": host, "address_sha256": digest} | values_of(one, "is_on", "sends_alerts")

    about = after or before
    record(Act.WEBHOOK_CHANGED, by=by, project=project, about=about, before=shown(before), after=shown(after))


def _initial(stored: Webhook) -> dict[str, str | bool]:
    return {"url": stored.url, "is_on": stored.is_on, "sends_alerts": stored.sends_alerts}


def _page(request: PersonRequest, project: Project, form: WebhookForm, secret: str = "") -> HttpResponse:  # nosec B107 # empty is "none to show"
    deliveries = WebhookDelivery.objects.filter(project=project).select_related("release")
    shown = {
        "project": project,
        "form": form,
        "stored": Webhook.objects.filter(project=project).first(),
        "secret": secret,
        "page": page_of(request, deliveries),
        "attempts": len(BACK_OFF) + 1,
        "seconds": int(SECONDS),
        "no_worker": not worker_is_alive(),
    }
    return render(request, "releases/webhook.html", shown, status=400 if form.errors else 200)
