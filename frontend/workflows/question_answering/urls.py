"""URLs of the pages of claims that are verified with questions and answers."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from frontend.workflows.question_answering import articles_page, fields_page, quality, release_rule

urlpatterns: list[URLPattern | URLResolver] = []
project_urlpatterns: list[URLPattern | URLResolver] = [
    path("manage/articles/", articles_page.articles, name="manage-articles"),
    path("manage/fields/", fields_page.fields, name="manage-fields"),
    path("manage/fields/file/", fields_page.file, name="manage-fields-file"),
    path("manage/release-rule/", release_rule.release_rule, name="manage-release-rule"),
    path("quality/questions/", quality.verdicts_page, name="quality-questions"),
    path("quality/questions/times/", quality.times_page, name="quality-question-times"),
]
