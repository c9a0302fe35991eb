"""URLs of the pages of oracle annotation. Its people work at the address of every workflow."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from frontend.workflows.oracle_annotation import coverage

urlpatterns: list[URLPattern | URLResolver] = []
project_urlpatterns: list[URLPattern | URLResolver] = [
    path("quality/oracle/", coverage.oracle_page, name="quality-oracle"),
    path("quality/oracle/missed/", coverage.missed_page, name="quality-oracle-missed"),
]
