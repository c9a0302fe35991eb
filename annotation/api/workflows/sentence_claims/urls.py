"""URL routes of the endpoints of claims from sentences."""

from __future__ import annotations

from django.urls import path

from annotation.api.workflows.sentence_claims import views

urlpatterns = [
    path("assignments/<str:public_id>/line-hints/", views.HintsOnLines.as_view(), name="api-line-hints"),
]
