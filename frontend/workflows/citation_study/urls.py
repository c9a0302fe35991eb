"""URLs of the pages about the study. Annotators work at the address of every workflow."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from frontend.workflows.citation_study import management, quality

urlpatterns: list[URLPattern | URLResolver] = []
project_urlpatterns: list[URLPattern | URLResolver] = [
    path("manage/citation-study/", management.study, name="manage-citation-study"),
    path("manage/citation-study/settings/", management.settings, name="manage-citation-study-settings"),
    path("quality/citation-study/", quality.report_page, name="quality-citation-study"),
]
