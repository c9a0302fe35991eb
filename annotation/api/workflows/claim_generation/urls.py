"""URL routes of the endpoints of claim generation."""

from __future__ import annotations

from django.urls import path

from annotation.api.workflows.claim_generation import views

OF_ASSIGNMENT = "assignments/<str:public_id>/"

urlpatterns = [
    path(f"{OF_ASSIGNMENT}hints/", views.HintsOnClaims.as_view(), name="api-hints"),
    path(f"{OF_ASSIGNMENT}claims/", views.ClaimsOfAssignment.as_view(), name="api-claims"),
]
