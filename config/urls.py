"""URL configuration."""

from __future__ import annotations

from django.urls import include, path

handler500 = "frontend.unavailable.handler500"
urlpatterns = [
    path("api/v1/", include("annotation.api.urls")),
    path("", include("frontend.urls")),
]
