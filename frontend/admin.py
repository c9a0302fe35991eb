"""Read-only Django admin for operators, at /admin/: all models, superusers only.

It shows what annotators must not see of each other, so staff who are not superusers get a 404 like everybody else.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

APPS = ("annotation", "jobs", "corpus", "search")
SECRETS: dict[str, tuple[str, ...]] = {
    "User": ("password",),
    "ApiToken": ("digest",),
    "Webhook": ("secret",),
    "SecondFactor": ("secret",),
}
NOT_SHOWN = {"Session", "RecoveryCode"}  # their rows are secrets: who had one could log in
MOST_COLUMNS = 8
LONG = (models.TextField, models.JSONField, models.BinaryField, models.ForeignKey)


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Lists and shows rows. Every permission but "view" is refused, so no POST changes anything."""

    actions = None
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        fields = [one for one in self.model._meta.concrete_fields if one.name not in (self.exclude or ())]
        return [one.name for one in fields if not isinstance(one, LONG)][:MOST_COLUMNS]


class OperatorSite(admin.AdminSite):
    """Log in, log out and change the password on Attest's own pages, with their limits on attempts."""

    site_title = site_header = _("Attest: operators")
    index_title = _("Database, read-only")

    def has_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_superuser

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect visitors to the login page. Raises Http404 for those who are logged in and no superusers."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise Http404
        return redirect_to_login(request.GET.get("next", request.get_full_path()))

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect("password")

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return HttpResponseRedirect(reverse("logout"), preserve_request=True)  # its form has sent a POST


site = OperatorSite(name="admin")
for label in APPS:
    for model in apps.get_app_config(label).get_models():
        if model.__name__ in NOT_SHOWN:
            continue
        site.register(model, ReadOnlyAdmin, exclude=SECRETS.get(model.__name__))
