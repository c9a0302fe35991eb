"""The addresses of adjudication: what annotators disagree on, and what was reported."""

from __future__ import annotations

from django.urls import path

from frontend.views import my_revision_requests, report_decision
from frontend.views.quality import adjudicate, unopened_pages

urlpatterns = [
    path("p/<slug:slug>/quality/adjudicate/", adjudicate.adjudicate, name="quality-adjudicate"),
    path("p/<slug:slug>/quality/adjudicate/<int:pk>/", adjudicate.adjudicate_claim, name="quality-adjudicate-claim"),
    path("p/<slug:slug>/quality/nei/", unopened_pages.nei, name="quality-nei"),
    path("p/<slug:slug>/manage/reports/<int:pk>/", report_decision.decide_report, name="manage-report"),
    path("verify/<uuid:public_id>/stand-by/", my_revision_requests.stand_by_it, name="stand-by"),
]
