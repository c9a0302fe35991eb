"""URL configuration."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("annotation.api.urls")),
    path("", include("frontend.urls")),
]

handler403 = "frontend.views.errors.forbidden"
handler404 = "frontend.views.errors.not_found"
handler500 = "frontend.views.errors.server_error"
