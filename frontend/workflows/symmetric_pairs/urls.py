"""URLs of the managers' pages of symmetric pairs. Writers work at the address of every workflow."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from frontend.workflows.symmetric_pairs import management

urlpatterns: list[URLPattern | URLResolver] = []
project_urlpatterns: list[URLPattern | URLResolver] = [
    path("manage/symmetric-pairs/", management.symmetric_pairs, name="manage-symmetric"),
    path("manage/symmetric-pairs/symmetric.jsonl", management.rows, name="manage-symmetric-rows"),
]
