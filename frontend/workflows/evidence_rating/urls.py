"""URLs of the pages about rated evidence. Raters work at the address of every workflow."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from frontend.workflows.evidence_rating import management, metrics, quality

urlpatterns: list[URLPattern | URLResolver] = []
project_urlpatterns: list[URLPattern | URLResolver] = [
    path("manage/rated-evidence/", management.rated_evidence, name="manage-rated-evidence"),
    path("quality/ratings/", quality.agreement_page, name="quality-ratings"),
    path("quality/ratings/metrics/", metrics.metrics_page, name="quality-rating-metrics"),
]
