"""Permissions: releases and the webhook of a project, which `annotation.projects.access` has handed out."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from annotation.accounts.access import by_key, by_key_or_none
from annotation.projects.models import Project
from annotation.release.models import Release
from annotation.release.webhook.models import Webhook, WebhookDelivery


def release_of(project: Project, pk: int) -> Release:
    """Return a release of the project, to be read or downloaded. Raises Http404."""
    return by_key(Release.objects.filter(project=project).select_related("project"), pk)


def release_or_none(project: Project, pk: int | None) -> Release | None:
    """Return a release of the project, named in a form or by a job; None where it was deleted or is another's."""
    return by_key_or_none(Release.objects.filter(project=project), pk)


def webhook_of(project: Project) -> Webhook:
    """Return the project's webhook. Raises Http404 where it has none."""
    return get_object_or_404(Webhook, project=project)


def delivery_of(project: Project, pk: int) -> WebhookDelivery:
    """Return a delivery to the project's webhook, to send it again. Raises Http404."""
    return by_key(WebhookDelivery.objects.filter(project=project), pk)
