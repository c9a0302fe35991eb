"""Accounts."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person with an account. What they may do is decided per project, by their memberships.

    `created_by`: the manager whose invitation the account comes from; null: an operator or a command.
    """

    preferences = models.JSONField(_("preferences"), default=dict, blank=True)  # as `preferences.Preferences`
    created_by = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
