"""URL routes of the endpoints of claim verification."""

from __future__ import annotations

from django.urls import path

from annotation.api.workflows.claim_verification import views

OF_ASSIGNMENT = "assignments/<str:public_id>/"

urlpatterns = [
    path(f"{OF_ASSIGNMENT}report/", views.ReportOfAssignment.as_view(), name="api-report"),
    path(f"{OF_ASSIGNMENT}verification/", views.EditOfVerification.as_view(), name="api-verification"),
    path(f"{OF_ASSIGNMENT}suggestions/", views.SuggestionsForAssignment.as_view(), name="api-suggestions"),
    path(f"{OF_ASSIGNMENT}check/", views.CheckOfAssignment.as_view(), name="api-check"),
    path(f"{OF_ASSIGNMENT}effort/", views.Effort.as_view(), name="api-effort"),
]
