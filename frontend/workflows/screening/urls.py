"""URLs of the managers' pages of screening. Candidates take the test at the address of every workflow."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from frontend.workflows.screening import management

screening_urls = [
    path("test/", management.edit_test, name="screening-test"),
    path("items/new/", management.edit_item, name="screening-new-item"),
    path("items/<int:pk>/", management.edit_item, name="screening-item"),
    path("grade/", management.grade_next, name="screening-grade"),
    path("grade/<int:pk>/", management.grade_test, name="screening-grade-test"),
    path("people/<int:pk>/", management.person, name="screening-person"),
]
urlpatterns: list[URLPattern | URLResolver] = []
project_urlpatterns: list[URLPattern | URLResolver] = [path("manage/screening/", include(screening_urls))]
