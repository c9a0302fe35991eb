"""Accounts."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person with an account. What they may do is decided per project, by their memberships."""
